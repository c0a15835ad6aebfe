// What the site adds to Furo's scripts.
// From a file, no page may read another one: the search then lists pages without an excerpt of each.
if (location.protocol === "file:" && typeof DOCUMENTATION_OPTIONS !== "undefined") {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
}

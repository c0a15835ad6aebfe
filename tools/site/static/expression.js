// Whole-number expressions as in C: `y * (32 + pad) + (x ^ y)`. Nothing is evaluated but what is written here.
"use strict";

const Expression = (() => {
  // The looser a sign binds, the earlier its line.
  const LEVELS = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]];
  const SIGNS = {
    "||": (a, b) => +(a !== 0 || b !== 0), "&&": (a, b) => +(a !== 0 && b !== 0),
    "|": (a, b) => a | b, "^": (a, b) => a ^ b, "&": (a, b) => a & b,
    "==": (a, b) => +(a === b), "!=": (a, b) => +(a !== b),
    "<": (a, b) => +(a < b), ">": (a, b) => +(a > b), "<=": (a, b) => +(a <= b), ">=": (a, b) => +(a >= b),
    "<<": (a, b) => a * 2 ** b, ">>": (a, b) => Math.floor(a / 2 ** b),
    "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b,
    "/": (a, b) => divided(a, b), "%": (a, b) => a - divided(a, b) * b,
  };

  function divided(a, b) {
    if (b === 0) throw new Error("a division by zero");
    return Math.trunc(a / b);
  }

  // A function of { name: number }. Throws an Error whose words are for a person.
  function compile(text, names) {
    const words = text.match(/\d+|[A-Za-z_]\w*|\|\||&&|==|!=|<=|>=|<<|>>|[-+*/%&|^<>()!~?:]|\S/g) || [];
    let place = 0;

    const take = (word) => (words[place] === word ? (++place, true) : false);
    const must = (word) => {
      if (!take(word)) throw new Error(`'${word}' is missing${words[place] ? ` before '${words[place]}'` : " at the end"}`);
    };

    function choice() {
      const condition = level(0);
      if (!take("?")) return condition;
      const yes = choice();
      must(":");
      const no = choice();
      return (at) => (condition(at) !== 0 ? yes(at) : no(at));
    }

    function level(number) {
      if (number === LEVELS.length) return single();
      let left = level(number + 1);
      while (LEVELS[number].includes(words[place])) {
        const sign = SIGNS[words[place++]], before = left, right = level(number + 1);
        left = (at) => sign(before(at), right(at));
      }
      return left;
    }

    function single() {
      const word = words[place++];
      if (word === undefined) throw new Error("something is missing at the end");
      if (word === "(") {
        const inner = choice();
        must(")");
        return inner;
      }
      if (word === "-" || word === "+" || word === "!" || word === "~") {
        const of = single();
        return { "-": (at) => -of(at), "+": of, "!": (at) => +(of(at) === 0), "~": (at) => ~of(at) }[word];
      }
      if (/^\d/.test(word)) return () => Number(word);
      if (!names.includes(word)) throw new Error(`'${word}' is not known; there are ${names.join(", ")}`);
      return (at) => at[word];
    }

    const whole = choice();
    if (place < words.length) throw new Error(`'${words[place]}' was not expected`);
    return whole;
  }

  return { compile };
})();

if (typeof module !== "undefined") module.exports = Expression;

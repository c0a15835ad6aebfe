// What PTX's operations compute, in C++: the tables of ptx.cpp.
// Source: PTX ISA, "Instruction Set".
#pragma once

#include <map>
#include <set>
#include <string>

namespace simt::compiler::ptx {

inline const std::map<std::string, std::string, std::less<>> types = {{"u8", "unsigned char"}, {"s8", "signed char"},
    {"b8", "unsigned char"}, {"u16", "unsigned short"}, {"s16", "short"}, {"b16", "unsigned short"},
    {"u32", "unsigned int"}, {"s32", "int"}, {"b32", "unsigned int"}, {"u64", "unsigned long long"},
    {"s64", "long long"}, {"b64", "unsigned long long"}, {"f32", "float"}, {"f64", "double"}, {"pred", "bool"}};

inline int bits_of(const std::string& type) { return type == "pred" ? 1 : std::stoi(type.substr(1)); }
inline bool is_signed(const std::string& type) { return type[0] == 's'; }
// Two's complement: some results are the same bits with a sign and without, and only without one may they overflow in C++.
inline std::string without_sign(const std::string& type) {
  return type[0] == 's' || type[0] == 'b' ? "u" + type.substr(1) : type;
}
inline const std::set<std::string, std::less<>> same_without_sign = {"add", "sub", "mul.lo", "mad.lo", "neg"};
inline bool is_float(const std::string& type) { return type[0] == 'f'; }

// Special registers by their functions in simt/registers.h.
inline const std::set<std::string, std::less<>> special = {"laneid", "warpid", "nwarpid", "smid", "nsmid", "clock",
    "clock_hi", "clock64", "globaltimer", "globaltimer_lo", "globaltimer_hi", "lanemask_eq", "lanemask_lt",
    "lanemask_le", "lanemask_gt", "lanemask_ge", "tid_x", "tid_y", "tid_z", "ntid_x", "ntid_y", "ntid_z", "ctaid_x",
    "ctaid_y", "ctaid_z", "nctaid_x", "nctaid_y", "nctaid_z", "dynamic_smem_size", "cluster_ctarank",
    "cluster_nctarank", "cluster_ctaid_x", "cluster_ctaid_y", "cluster_ctaid_z", "cluster_nctaid_x", "cluster_nctaid_y",
    "cluster_nctaid_z", "clusterid_x", "clusterid_y", "clusterid_z", "nclusterid_x", "nclusterid_y", "nclusterid_z",
    "is_explicit_cluster"};

// What says how, and changes no result here: scopes, orders, caches, roundings that are the only one.
inline const std::set<std::string, std::less<>> hints = {"rn", "ftz", "approx", "full", "noftz", "sync", "aligned",
    "volatile", "relaxed", "acquire", "release", "acq_rel", "weak", "strong", "mmio", "cta", "gpu", "sys", "cluster",
    "global", "const", "param", "nc", "ca", "cg", "cs", "lu", "cv", "wb", "wt", "L1", "L2", "generic"};

// The value of an operation by its name and modes, {T} its type, {0} {1} … its sources as that type.
inline const std::map<std::string, std::string, std::less<>> values = {{"mov", "{0}"}, {"add", "{0} + {1}"},
    {"sub", "{0} - {1}"}, {"mul.lo", "{0} * {1}"}, {"mul", "{0} * {1}"},
    {"mul.hi", "::simt::ptx::mul_hi<{T}>({0}, {1})"}, {"mul.wide", "::simt::ptx::wide({0}) * ::simt::ptx::wide({1})"},
    {"mad.lo", "{0} * {1} + {2}"}, {"mad.hi", "::simt::ptx::mul_hi<{T}>({0}, {1}) + {2}"},
    {"mad.wide",
        "::simt::ptx::wide({0}) * ::simt::ptx::wide({1}) + ::simt::ptx::as<decltype(::simt::ptx::wide({0}))>({2*})"},
    {"fma", "::simt::ptx::fma({0}, {1}, {2})"}, {"mad", "::simt::ptx::fma({0}, {1}, {2})"}, {"div", "{0} / {1}"},
    {"rem", "{0} % {1}"}, {"min", "::simt::ptx::least({0}, {1})"}, {"max", "::simt::ptx::most({0}, {1})"},
    {"neg", "-{0}"}, {"abs", "::simt::ptx::magnitude({0})"}, {"and", "{0} & {1}"}, {"or", "{0} | {1}"},
    {"xor", "{0} ^ {1}"}, {"not", "::simt::ptx::inverse({0})"}, {"cnot", "{0} == 0"},
    {"shl", "::simt::ptx::shl({0}, {1*})"}, {"shr", "::simt::ptx::shr({0}, {1*})"},
    {"bfe", "::simt::ptx::bfe({0}, {1*}, {2*})"}, {"bfi", "::simt::ptx::bfi({0}, {1}, {2*}, {3*})"},
    {"bmsk.clamp", "::simt::ptx::bmsk({0}, {1})"}, {"bmsk.wrap", "::simt::ptx::bmsk({0} & 31, {1} & 31)"},
    {"bfind", "::simt::ptx::bfind({0})"}, {"bfind.shiftamt", "::simt::ptx::bfind_shift({0})"},
    {"brev", "::simt::ptx::brev({0})"}, {"clz", "::simt::ptx::clz({0})"}, {"popc", "::simt::ptx::popc({0})"},
    {"prmt", "::simt::ptx::prmt({0}, {1}, {2})"}, {"lop3", "::simt::ptx::lop3({0}, {1}, {2}, {3*})"},
    {"shf.l.wrap", "::__funnelshift_l({0}, {1}, {2})"}, {"shf.l.clamp", "::__funnelshift_lc({0}, {1}, {2})"},
    {"shf.r.wrap", "::__funnelshift_r({0}, {1}, {2})"}, {"shf.r.clamp", "::__funnelshift_rc({0}, {1}, {2})"},
    {"sqrt", "::simt::ptx::root({0})"}, {"rsqrt", "1 / ::simt::ptx::root({0})"}, {"rcp", "1 / {0}"},
    {"sin", "::__sinf({0})"}, {"cos", "::__cosf({0})"}, {"lg2", "::__log2f({0})"}, {"ex2", "::exp2f({0})"},
    {"cvta", "{0}"}, {"cvta.to", "{0}"}, {"activemask", "::__activemask()"}, {"vote.all", "::__all_sync({1*}, {0p})"},
    {"vote.any", "::__any_sync({1*}, {0p})"}, {"vote.uni", "::__uni_sync({1*}, {0p})"},
    {"vote.ballot", "::__ballot_sync({1*}, {0p})"}, {"match.any", "::__match_any_sync({1*}, {0})"},
    {"redux.add", "::__reduce_add_sync({1*}, {0})"}, {"redux.min", "::__reduce_min_sync({1*}, {0})"},
    {"redux.max", "::__reduce_max_sync({1*}, {0})"}, {"redux.and", "::__reduce_and_sync({1*}, {0})"},
    {"redux.or", "::__reduce_or_sync({1*}, {0})"}, {"redux.xor", "::__reduce_xor_sync({1*}, {0})"}};

// Those that are done for what they do.
inline const std::map<std::string, std::string, std::less<>> effects = {{"membar.cta", "::__threadfence_block()"},
    {"membar.gl", "::__threadfence()"}, {"membar.sys", "::__threadfence_system()"},
    {"fence.acq_rel.cta", "::__threadfence_block()"}, {"fence.acq_rel.cluster", "::__threadfence()"},
    {"fence.sc.cluster", "::__threadfence()"}, {"fence.acq_rel.gpu", "::__threadfence()"},
    {"fence.acq_rel.sys", "::__threadfence_system()"}, {"fence.sc.cta", "::__threadfence_block()"},
    {"fence.sc.gpu", "::__threadfence()"}, {"fence.sc.sys", "::__threadfence_system()"},
    {"bar.sync 0", "::__syncthreads()"}, {"barrier.sync 0", "::__syncthreads()"},
    {"barrier.sync.aligned 0", "::__syncthreads()"}, {"bar.warp.sync", "::__syncwarp({0*})"}, {"exit", "::simt_exit()"},
    {"trap", "::__trap()"}, {"brkpt", "::__brkpt()"}, {"nanosleep.u32", "::__nanosleep({0*})"},
    {"barrier.cluster.arrive", "(void)0"}, {"barrier.cluster.arrive.aligned", "(void)0"},
    {"barrier.cluster.arrive.release", "(void)0"}, {"barrier.cluster.arrive.release.aligned", "(void)0"},
    {"barrier.cluster.arrive.relaxed", "(void)0"}, {"barrier.cluster.arrive.relaxed.aligned", "(void)0"},
    {"barrier.cluster.wait", "::simt_cluster_barrier()"}, {"barrier.cluster.wait.aligned", "::simt_cluster_barrier()"},
    {"barrier.cluster.wait.acquire", "::simt_cluster_barrier()"},
    {"barrier.cluster.wait.acquire.aligned", "::simt_cluster_barrier()"}, {"fence.proxy.async", "::simt_proxy_fence()"},
    {"fence.proxy.async.shared::cta", "::simt_proxy_fence()"},
    {"fence.proxy.async.shared::cluster", "::simt_proxy_fence()"}, {"fence.proxy.async.global", "::simt_proxy_fence()"},
    {"fence.mbarrier_init.release.cluster", "::simt_object_fence()"}, {"griddepcontrol.wait", "(void)0"},
    {"griddepcontrol.launch_dependents", "(void)0"}};

inline const std::map<std::string, std::string, std::less<>> comparisons = {{"eq", "=="}, {"ne", "!="}, {"lt", "<"},
    {"le", "<="}, {"gt", ">"}, {"ge", ">="}, {"lo", "<"}, {"ls", "<="}, {"hi", ">"}, {"hs", ">="}};

inline const std::map<std::string, std::string, std::less<>> atomics = {{"add", "atomicAdd"}, {"min", "atomicMin"},
    {"max", "atomicMax"}, {"and", "atomicAnd"}, {"or", "atomicOr"}, {"xor", "atomicXor"}, {"exch", "atomicExch"},
    {"inc", "atomicInc"}, {"dec", "atomicDec"}, {"cas", "atomicCAS"}};

}  // namespace simt::compiler::ptx

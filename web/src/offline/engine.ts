// The files of the engine as the build found them in build/wasm: the module, and a net for each game that has one. A page
// that was built without them plays at a server alone.
const modules = import.meta.glob<string>("../../../build/wasm/rulewright.wasm", {
  query: "?url",
  import: "default",
  eager: true,
});
const found_nets = import.meta.glob<string>("../../../build/wasm/nets/*.rwnet", {
  query: "?url",
  import: "default",
  eager: true,
});

export const module_address: string = Object.values(modules)[0] ?? "";
// By name, without folder and ending: "dino_battles_2".
export const nets: Record<string, string> = Object.fromEntries(
  Object.entries(found_nets).map(([path, address]) => [path.replace(/^.*\/|\.rwnet$/g, ""), address]),
);

// The worker that holds the tables of this device. Bots think in a worker of their own, so that the table answers meanwhile.
import { type Asked, Device, type Others, type Told } from "./device";
import { module_address, nets } from "./engine";
import { compile, House, thinker_in } from "./module";
import { Store } from "./store";

const windows = new BroadcastChannel("rulewright.tables");
const others: Others = {
  tell: (table) => windows.postMessage(table),
  heard: (listener) => {
    windows.onmessage = (event: MessageEvent<string>) => listener(event.data);
  },
};

const code = fetch(module_address).then(compile);
const thinker = code.then((compiled) =>
  thinker_in(new Worker(new URL("./thinker.ts", import.meta.url), { type: "module" }), compiled, nets),
);
const device = Store.open().then(
  (store) =>
    new Device(
      async (setup) => House.open(await code, { ...setup, thinker: await thinker }),
      store,
      others,
      (told: Told) => postMessage(told),
    ),
);
const failed = (asked: Asked, problem: Error) => postMessage({ kind: "failed", n: asked.n, text: problem.message });

addEventListener("message", (event: MessageEvent<Asked>) => {
  const asked = event.data;
  device.then((one) => one.hear(asked)).catch((problem: Error) => failed(asked, problem));
});

// The engine in the browser (wasm/): instances of the module, the house with its tables, and whoever thinks for the
// computer. Touches no page: it runs in a worker, in a window and in Node. Types: module.d.ts.

// What goes wrong in the module itself; the instance is of no use any more.
export class Fallen extends Error {}

export async function compile(source) {
  if (typeof Response !== "undefined" && source instanceof Response)
    return WebAssembly.compile(await source.arrayBuffer());
  return WebAssembly.compile(source);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// The few calls of WASI that the C library makes: clocks, chance, and what is written to the console.
function wasi(memory, worked = () => performance.now()) {
  const good = 0;
  const bad_file = 8;
  let line = "";
  const view = () => new DataView(memory());
  return {
    clock_time_get(clock, _precision, out) {
      // By number: the time of day, time that goes on evenly, and time at work.
      const now = clock === 0 ? Date.now() : clock === 1 ? performance.now() : worked();
      view().setBigUint64(out, BigInt(Math.round(now * 1e6)), true);
      return good;
    },
    clock_res_get(_clock, out) {
      view().setBigUint64(out, 1000n, true);
      return good;
    },
    random_get(out, length) {
      const bytes = new Uint8Array(memory(), out, length);
      for (let at = 0; at < length; at += 65536) crypto.getRandomValues(bytes.subarray(at, at + 65536));
      return good;
    },
    fd_write(_file, list, count, out) {
      let written = 0;
      for (let i = 0; i < count; ++i) {
        const start = view().getUint32(list + 8 * i, true);
        const length = view().getUint32(list + 8 * i + 4, true);
        line += decoder.decode(new Uint8Array(memory(), start, length));
        written += length;
      }
      view().setUint32(out, written, true);
      const lines = line.split("\n");
      line = lines.pop() ?? "";
      for (const each of lines) console.warn(each);
      return good;
    },
    proc_exit(status) {
      throw new Fallen(`the module ended with status ${status}`);
    },
    fd_close: () => bad_file,
    fd_seek: () => bad_file,
    fd_read: () => bad_file,
    fd_fdstat_get: () => bad_file,
    fd_prestat_get: () => bad_file,
    fd_prestat_dir_name: () => bad_file,
    environ_get: () => good,
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return good;
    },
  };
}

// One instance of the module: its doors take and give texts.
export class Instance {
  #doors;
  #given = "";
  #fallen = null;

  static async start(code, host = {}) {
    const one = new Instance();
    const memory = () => one.#doors.memory.buffer;
    const text = (at, length) => decoder.decode(new Uint8Array(memory(), at, length));
    const system = wasi(memory, host.worked);
    // What this program does not ask for need not be there; what it asks for and is not there fails when it is called.
    const imports = { wasi_snapshot_preview1: {}, host: {} };
    for (const { module, name } of WebAssembly.Module.imports(code)) {
      imports[module] ??= {};
      if (module === "wasi_snapshot_preview1") imports[module][name] = system[name] ?? (() => 52);
    }
    Object.assign(imports.host, {
      answer: (number, status, type, type_length, body, body_length) =>
        host.answer?.(number, { status, type: text(type, type_length), body: text(body, body_length) }),
      send: (line, at, length) => host.send?.(line, text(at, length)),
      dismiss: (line, at, length) => host.dismiss?.(line, text(at, length)),
      save: (number, at, length) => host.save?.(number, text(at, length)),
      think: (number, at, length) => host.think?.(number, text(at, length)),
      progress: (done, of) => host.progress?.(done, of),
      give: (at, length) => {
        one.#given = text(at, length);
      },
      wake: (milliseconds) => host.wake?.(milliseconds),
    });
    const { exports } = await WebAssembly.instantiate(code, imports);
    one.#doors = exports;
    exports._initialize();
    return one;
  }

  // Calls a door with numbers first and a text, or bytes, last.
  call(door, numbers = [], last) {
    if (this.#fallen) throw this.#fallen;
    try {
      if (last === undefined) return this.#doors[door](...numbers);
      const bytes = typeof last === "string" ? encoder.encode(last) : last;
      const room = this.#doors.room(bytes.length);
      new Uint8Array(this.#doors.memory.buffer).set(bytes, room);
      const result = this.#doors[door](...numbers, room, bytes.length);
      this.#doors.drop(room);
      return result;
    } catch (problem) {
      this.#fallen = problem instanceof Fallen ? problem : new Fallen(`the engine has failed: ${problem}`);
      throw this.#fallen;
    }
  }

  // What the last call has given.
  ask(door, numbers, last) {
    this.#given = "";
    this.call(door, numbers, last);
    return this.#given;
  }

  get memory() {
    return this.#doors.memory;
  }
}

// ---- thinking -------------------------------------------------------------------------------------------

// Thinks in this thread, in an instance of its own. `net` fetches the learned net of a game, if there is one.
export async function thinker_here(code, net = async () => null) {
  let progress = null;
  const instance = await Instance.start(code, { progress: (done, of) => progress?.(done, of) });
  const names = new Set(instance.ask("net_names").split("\n"));
  const fetched = new Map();
  const bring = async ({ game, seats }) => {
    const name = `${game}_${seats}`;
    if (!names.has(name)) return;
    if (!fetched.has(name))
      fetched.set(
        name,
        net(name).catch(() => null),
      );
    const file = await fetched.get(name);
    if (file && names.delete(name)) instance.call("add_net", [], file);
  };
  return {
    async think(question, told) {
      await bring(JSON.parse(question));
      progress = told ?? null;
      return instance.ask("think", [], question);
    },
  };
}

// The other end of thinker.ts: questions go to the worker one after the other.
export function thinker_in(worker, code, nets = {}) {
  const waiting = new Map();
  let last = 0;
  worker.postMessage({ code, nets });
  worker.onmessage = ({ data }) => {
    const one = waiting.get(data.number);
    if (!one) return;
    if (data.done !== undefined) return one.told?.(data.done, data.of);
    waiting.delete(data.number);
    if (data.problem) one.fail(new Fallen(data.problem));
    else one.keep(data.answer);
  };
  const fail = (event) => {
    for (const one of waiting.values()) one.fail(new Fallen(event?.message ?? "the worker has ended"));
    waiting.clear();
  };
  worker.onerror = fail;
  return {
    think: (question, told) =>
      new Promise((keep, fail_one) => {
        waiting.set(++last, { keep, fail: fail_one, told });
        worker.postMessage({ number: last, question });
      }),
  };
}

// What thinker.ts does: `scope` is the worker's own.
export function serve_thinking(scope) {
  let thinker = null;
  let line = Promise.resolve();
  const fetch_net = (nets) => async (name) => {
    if (!nets[name]) return null;
    const answer = await fetch(nets[name]);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  };
  scope.onmessage = ({ data }) => {
    if (data.code) {
      thinker = thinker_here(data.code, fetch_net(data.nets));
      return;
    }
    const { number, question } = data;
    line = line.then(async () => {
      try {
        const told = (done, of) => scope.postMessage({ number, done, of });
        scope.postMessage({ number, answer: await (await thinker).think(question, told) });
      } catch (problem) {
        scope.postMessage({ number, problem: String(problem) });
      }
    });
  };
}

// ---- the house ------------------------------------------------------------------------------------------

export class House {
  #instance;
  #setup;
  #answers = new Map(); // by number: who waits for it
  #lines = new Map(); // by number: who listens
  #last = 0;
  #alarm;
  #thinker;
  #closed = false;

  static async open(code, setup = {}) {
    const house = new House();
    house.#setup = setup;
    house.#thinker = setup.thinker ? Promise.resolve(setup.thinker) : null;
    house.#instance = await Instance.start(code, {
      answer: (number, answer) => {
        house.#answers.get(number)?.(answer);
        house.#answers.delete(number);
      },
      send: (line, text) => house.#tell(line, text),
      dismiss: (line, text) => {
        house.#tell(line, text);
        house.#close(line);
      },
      save: (number, text) => house.#save(number, JSON.parse(text)),
      think: (number, question) => house.#think(code, number, question),
      wake: (milliseconds) => house.#wake(milliseconds),
    });
    const { id = "you", name = "you" } = setup.me ?? {};
    house.#instance.call("open_home", [], `${id}\n${name}`);
    house.unreadable = (setup.saved ?? [])
      .filter((table) => !house.#instance.call("keep", [], JSON.stringify(table)))
      .map((table) => table.id);
    return house;
  }

  request(method, path, body = "") {
    return new Promise((keep, fail) => {
      const number = ++this.#last;
      this.#answers.set(number, keep);
      try {
        this.#instance.call("request", [number], `${method}\n${path}\n${body}`);
      } catch (problem) {
        this.#answers.delete(number);
        fail(problem);
      }
    });
  }

  connect(path, heard, closed) {
    const number = ++this.#last;
    let refusal = null;
    this.#answers.set(number, (answer) => {
      refusal = answer;
    });
    this.#lines.set(number, { heard, closed });
    const opened = this.#instance.call("connect", [number], path);
    this.#answers.delete(number);
    if (!opened) {
      this.#lines.delete(number);
      return refusal;
    }
    return {
      send: (text) => this.#instance.call("hear", [number], text),
      close: () => {
        if (!this.#lines.delete(number)) return;
        this.#instance.call("hang_up", [number]);
        queueMicrotask(closed);
      },
    };
  }

  forget(table) {
    this.#instance.call("forget", [], table);
  }

  // Nothing is played or written any more: whoever opens another house from what was saved has it alone.
  close() {
    this.#closed = true;
    clearTimeout(this.#alarm);
    this.#lines.clear();
    this.#answers.clear();
  }

  // The module may be in the middle of something, so nobody is told at once.
  #tell(line, text) {
    const { heard } = this.#lines.get(line) ?? {};
    if (heard) queueMicrotask(() => heard(text));
  }

  #close(line) {
    const { closed } = this.#lines.get(line) ?? {};
    this.#lines.delete(line);
    if (closed) queueMicrotask(closed);
  }

  async #save(number, change) {
    let good = true;
    try {
      await this.#setup.save?.(change);
    } catch {
      good = false;
    }
    if (!this.#closed) this.#instance.call("saved", [number, good ? 1 : 0]);
  }

  async #think(code, number, question) {
    let answer = "";
    try {
      const { reviewer } = this.#setup;
      this.#thinker ??= thinker_here(code);
      const who = reviewer && JSON.parse(question).kind === "review" ? reviewer : await this.#thinker;
      answer = await who.think(question, (done, of) => {
        if (!this.#closed) this.#instance.call("thinking", [number, done, of]);
      });
    } catch (problem) {
      console.warn(String(problem));
    }
    if (!this.#closed) this.#instance.call("thought", [number], answer);
  }

  #wake(milliseconds) {
    clearTimeout(this.#alarm);
    this.#alarm = setTimeout(() => this.#instance.call("wake"), Math.min(Math.max(0, milliseconds), 2 ** 30));
  }
}

// ---- beside a table of a server -------------------------------------------------------------------------

// Holds what its viewer knows, as messages `sight` bring it, and nothing else.
export class Sight {
  #instance;
  #thinker;
  #decision = 0;

  static async open(code, thinker) {
    const sight = new Sight();
    sight.#instance = await Instance.start(code);
    sight.#thinker = thinker;
    return sight;
  }

  // The decision that can be looked at now; 0: none.
  get decision() {
    return this.#decision;
  }

  see(game, message) {
    const good = this.#instance.call("see", [message.seat], `${game}\n${message.position}`);
    this.#decision = good ? message.decision : 0;
    return this.#decision !== 0;
  }

  preview(choice, language) {
    return JSON.parse(this.#instance.ask("preview", [], `${language}\n${choice}`));
  }

  why(message, language) {
    const answer = this.#instance.ask("why", [], `${language}\n${JSON.stringify({ v: 2, ...message })}`);
    return answer ? JSON.parse(answer) : null;
  }

  async hint(bot, language) {
    const luck = crypto.getRandomValues(new Uint8Array(32));
    const seed = Array.from(luck, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const question = this.#instance.ask("question", [], `${bot}\n${seed}`);
    if (!question) return null;
    const answer = await this.#thinker.think(question);
    const hint = this.#instance.ask("hint", [], `${language}\n${answer}`);
    return hint ? JSON.parse(hint) : null;
  }

  // For tests: everything that this engine remembers.
  get memory() {
    return this.#instance.memory;
  }
}

// A client of the table server for tests: starts servers, speaks REST and WebSocket. Node alone, nothing else,
// so that raw bytes can be recorded and broken frames sent.
import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Reader, apply_changes } from '../../web/src/net/telling.js'

export const program = process.env.RULEWRIGHT ?? 'build/release/rulewright'

// A sanitizer must be loaded first, so nothing else can be preloaded.
export const sanitized = execFileSync('sh', ['-c', `nm -D "$0" 2>/dev/null | grep -c -E '__(asan|tsan)_init' || true`, program], { encoding: 'utf8' }).trim() !== '0'

export function sleep(ms) {
  return new Promise((done) => setTimeout(done, ms))
}

export async function until(what, seconds, condition) {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const value = await condition()
    if (value) return value
    if (Date.now() > end) throw new Error(`waited ${seconds} s in vain for ${what}`)
    await sleep(20)
  }
}

export async function freePort() {
  return new Promise((done) => {
    const probe = net.createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })
}

const folders = []
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
export function temporaryFolder() {
  folders.push(mkdtempSync(join(tmpdir(), 'rulewright-test-')))
  return folders.at(-1)
}

// ---- servers ----------------------------------------------------------------------------------------

const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export class Server {
  constructor(port, folder, more, messages, { wrap = [], env = {}, perAddress = 10000, requests = 100000 } = {}) {
    this.perAddress = perAddress
    this.requests = requests
    this.front = undefined // the port for everybody, if we speak to another one
    this.wrap = wrap // a program that starts ours, with its arguments
    this.env = env
    this.port = port
    this.folder = folder
    this.more = more
    this.messages = messages
    this.errors = ''
  }
  static async start({ port, folder = temporaryFolder(), more = [], messages = 100000, wrap, env, perAddress, requests } = {}) {
    const server = new Server(port ?? (await freePort()), folder, more, messages, { wrap, env, perAddress, requests })
    await server.launch()
    return server
  }
  async launch() {
    const args = ['serve', '--port', String(this.front ?? this.port), '--data', this.folder, '--log-level', 'warn', '--requests', String(this.requests),
      '--per-address', String(this.perAddress), '--messages', String(this.messages), ...this.more]
    const [first, ...rest] = [...this.wrap, program, ...args]
    this.child = spawn(first, rest, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...this.env } })
    running.add(this.child)
    this.child.stderr.on('data', (data) => (this.errors += data))
    this.child.stdout.resume()
    this.ended = new Promise((done) => this.child.once('exit', (code, signal) => done({ code, signal })))
    this.ended.then(() => running.delete(this.child))
    let gone = false
    this.ended.then(() => (gone = true))
    await until('the server', 20, async () => {
      if (gone) throw new Error(`the server did not start: ${this.errors}`)
      return await request(this.port, 'GET', '/healthz').then((r) => r.status === 200, () => false)
    })
  }
  async kill() {
    this.child.kill('SIGKILL')
    await this.ended
  }
  async stop() {
    this.child.kill('SIGTERM')
    return await this.ended
  }
  async metrics() {
    const { text } = await request(this.port, 'GET', '/metrics')
    return Object.fromEntries(
      text.split('\n').filter((l) => l && !l.startsWith('#')).map((l) => l.split(' ')).map(([name, value]) => [name, Number(value)]),
    )
  }
}

// ---- REST -------------------------------------------------------------------------------------------

export function request(port, method, path, { headers = {}, body } = {}) {
  return new Promise((done, fail) => {
    const call = http.request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8')
        let json
        try {
          json = JSON.parse(text)
        } catch {}
        done({ status: answer.statusCode, headers: answer.headers, text, json })
      })
      answer.on('error', fail)
    })
    call.on('error', fail)
    call.setTimeout(sanitized ? 120000 : 20000, () => call.destroy(new Error('no answer')))
    call.end(body)
  })
}

// A person with a browser's cookie jar. `always` are headers of every request.
export class Person {
  constructor(port, always = {}) {
    this.port = port
    this.always = always
  }
  static async arrive(port, always) {
    const person = new Person(port, always)
    person.me = (await person.get('/api/me')).json
    return person
  }
  headers(more = {}) {
    return { ...this.always, ...(this.cookie ? { Cookie: this.cookie } : {}), ...(this.me ? { 'X-CSRF': this.me.csrf } : {}), ...more }
  }
  keep(answer) {
    for (const line of answer.headers['set-cookie'] ?? []) this.cookie = line.split(';')[0]
    return answer
  }
  async get(path) {
    return this.keep(await request(this.port, 'GET', path, { headers: this.headers() }))
  }
  async post(path, json = {}) {
    const body = JSON.stringify(json)
    return this.keep(
      await request(this.port, 'POST', path, {
        headers: this.headers({ 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }), body,
      }),
    )
  }
  async become(path, name, password) {
    const answer = await this.post(path, { name, password })
    if (answer.json && !answer.json.error) this.me = answer.json
    return answer
  }
  async table(terms) {
    const answer = await this.post('/api/tables', { game: 'risk_cybertron', ...terms })
    if (answer.status !== 201) throw new Error(`no table: ${answer.status} ${answer.text}`)
    return answer.json.table
  }
  // own: the table plays with content of somebody's own, which has words of its own.
  async sit(table, { seat = 1, lang = 'en', seen, own = false } = {}) {
    await learnWords(this.port)
    if (own) words.set(table, (await this.get(`/api/tables/${table}/words`)).json)
    return Socket.open(this.port, `/ws/tables/${table}?seat=${seat}&lang=${lang}${seen === undefined ? '' : `&seen=${seen}`}`,
      this.headers())
  }
  // A replay with its steps read back, and the view after each.
  async replay(table, { as = 'all', lang = 'en', from = 0, count = 100 } = {}) {
    await learnWords(this.port)
    const { json } = await this.get(`/api/tables/${table}/replay?as=${as}&lang=${lang}&from=${from}&count=${count}`)
    let { view } = json
    const steps = new Reader(words.get(json.game), lang).steps(json).map((step) => {
      view = apply_changes(view, step.frames.flatMap((frame) => frame.changes))
      return { ...step, view }
    })
    return { ...json, steps }
  }
}

// What messages name by number, by game; the same for all servers of a test.
const words = new Map()
async function learnWords(port) {
  if (words.size > 0) return
  const { games } = (await request(port, 'GET', '/api/games')).json
  for (const { id } of games) words.set(id, (await request(port, 'GET', `/api/games/${id}/words`)).json)
}

// ---- WebSocket --------------------------------------------------------------------------------------

export function frame(payload, { opcode = 1, fin = true, mask = true } = {}) {
  const data = Buffer.from(payload)
  const head = [(fin ? 0x80 : 0) | opcode]
  const bit = mask ? 0x80 : 0
  if (data.length < 126) head.push(bit | data.length)
  else if (data.length < 65536) head.push(bit | 126, data.length >> 8, data.length & 255)
  else head.push(bit | 127, 0, 0, 0, 0, (data.length >>> 24) & 255, (data.length >> 16) & 255, (data.length >> 8) & 255, data.length & 255)
  if (!mask) return Buffer.concat([Buffer.from(head), data])
  const key = randomBytes(4)
  const masked = Buffer.from(data.map((byte, i) => byte ^ key[i & 3]))
  return Buffer.concat([Buffer.from(head), key, masked])
}

export class Socket {
  static open(port, path, headers = {}) {
    return new Promise((done, fail) => {
      const key = randomBytes(16).toString('base64')
      const call = http.request({
        host: '127.0.0.1', port, path, agent: false,
        headers: { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': key, ...headers },
      })
      call.on('upgrade', (answer, raw, head) => {
        const right = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
        if (answer.headers['sec-websocket-accept'] !== right) fail(new Error('wrong handshake'))
        done(new Socket(raw, head))
      })
      call.on('response', (answer) => {
        const parts = []
        answer.on('data', (part) => parts.push(part))
        answer.on('end', () => fail(Object.assign(new Error(`refused: ${answer.statusCode}`), { status: answer.statusCode, text: Buffer.concat(parts).toString() })))
      })
      call.on('error', fail)
      call.setTimeout(sanitized ? 120000 : 20000, () => call.destroy(new Error('no answer')))
      call.end()
    })
  }
  constructor(raw, head) {
    this.raw = raw
    this.buffer = head
    this.texts = [] // every text as it came
    this.raws = [] // the same, parsed
    this.messages = [] // as a page knows them: texts filled in, and each state with the whole view
    this.taken = 0
    this.waiters = []
    this.open = true
    this.closed = new Promise((done) => raw.on('close', () => { this.open = false; this.wake(); done() }))
    raw.on('error', () => {})
    raw.setNoDelay(true)
    raw.on('data', (data) => {
      this.buffer = Buffer.concat([this.buffer, data])
      this.parse()
    })
    this.parse()
  }
  parse() {
    for (;;) {
      const b = this.buffer
      if (b.length < 2) return
      let length = b[1] & 127
      let at = 2
      if (length === 126) { if (b.length < 4) return; length = b.readUInt16BE(2); at = 4 }
      else if (length === 127) { if (b.length < 10) return; length = Number(b.readBigUInt64BE(2)); at = 10 }
      if (b.length < at + length) return
      const opcode = b[0] & 15
      const payload = b.subarray(at, at + length)
      this.buffer = b.subarray(at + length)
      if (opcode === 9) this.raw.write(frame(payload, { opcode: 10 }))
      if (opcode === 8) { this.code = payload.length >= 2 ? payload.readUInt16BE(0) : 0; this.raw.end() }
      if (opcode !== 1) continue
      const text = payload.toString('utf8')
      this.texts.push(text)
      const message = JSON.parse(text)
      this.raws.push(message)
      this.messages.push(this.read(message))
      this.wake()
    }
  }
  read(message) {
    const known = message.type === 'table' && (words.get(message.table) ?? words.get(message.game))
    if (known) this.reader ??= new Reader(known)
    if (message.type !== 'state' || !this.reader) return message
    const state = this.reader.state(message)
    this.view = state.view ?? apply_changes(this.view, state.frames.flatMap((frame) => frame.changes))
    this.seat = state.seat ?? this.seat
    return { ...state, seat: this.seat, view: this.view }
  }
  wake() {
    for (const waiter of this.waiters.splice(0)) waiter()
  }
  send(message) {
    this.raw.write(frame(typeof message === 'string' ? message : JSON.stringify({ v: 2, ...message })))
  }
  // The next message for which `wanted` holds, from where the last call stopped.
  async next(wanted, seconds = 20) {
    const test = typeof wanted === 'string' ? (m) => m.type === wanted : wanted
    const end = Date.now() + seconds * 1000
    for (;;) {
      while (this.taken < this.messages.length) {
        const message = this.messages[this.taken++]
        if (test(message)) return message
      }
      if (!this.open) throw new Error(`the socket was closed; last: ${this.texts.at(-1)?.slice(0, 200)}`)
      const left = end - Date.now()
      if (left <= 0) throw new Error(`no such message in ${seconds} s: ${wanted}; last: ${this.texts.at(-1)?.slice(0, 300)}`)
      await Promise.race([new Promise((done) => this.waiters.push(done)), sleep(left)])
    }
  }
  last(type) {
    return this.messages.findLast((m) => m.type === type)
  }
  close() {
    this.raw.destroy()
    return this.closed
  }
}

// ---- playing ----------------------------------------------------------------------------------------

// A small generator of our own, so that a failing game can be played again.
export function dice(seed) {
  let state = BigInt(seed) * 6364136223846793005n + 1442695040888963407n
  return (below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn
    return Number((state >> 33n) % BigInt(below))
  }
}

export function pick(decision, roll) {
  const choice = decision.choices[roll(decision.choices.length)]
  const message = { type: 'choose', decision: decision.number, choice: choice.id }
  if (choice.amounts) message.amount = choice.amounts.from + roll(choice.amounts.to - choice.amounts.from + 1)
  return message
}

// ---- a test program -----------------------------------------------------------------------------------

const tests = []
export function test(name, body) {
  tests.push({ name, body })
}
export function equal(actual, expected, what = '') {
  const a = JSON.stringify(actual)
  const b = JSON.stringify(expected)
  if (a !== b) throw new Error(`${what}: ${a?.slice(0, 400)} is not ${b?.slice(0, 400)}`)
}
export function check(condition, what) {
  if (!condition) throw new Error(what)
}
export async function runTests() {
  let failed = 0
  const only = process.argv[2]
  for (const { name, body } of tests) {
    if (only && !name.includes(only)) continue
    const start = Date.now()
    try {
      await body()
      console.log(`ok   ${name} (${Date.now() - start} ms)`)
    } catch (error) {
      failed += 1
      console.log(`FAIL ${name}\n${error.stack}`)
    }
  }
  console.log(failed === 0 ? 'all passed' : `${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}

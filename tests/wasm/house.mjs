// The module in Node, for tests: a house whose changes are kept in memory, and somebody who sits at its tables.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Reader, apply_changes } from '../../web/src/net/telling.js'
import { House, compile, thinker_here } from '../../web/src/offline/module.js'
import { answerFault, messageFault } from '../server/schema.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
export const folder = process.env.RULEWRIGHT_MODULE ?? join(root, 'build/wasm')
export const code = await compile(readFileSync(join(folder, 'rulewright.wasm')))
export const net = async (name) => new Uint8Array(readFileSync(join(folder, 'nets', `${name}.rwnet`)))
export const recorded = readFileSync(join(root, 'tests/walks.txt'), 'utf8').split('\n')
  .filter((line) => line && !line.startsWith('#')).map((line) => line.split(' '))

// What a page keeps: the tables as they were written down.
export class Shelf {
  tables = new Map()
  full = false
  save = (change) => {
    if (this.full) throw new Error('no room')
    const table = this.tables.get(change.table) ?? { id: change.table, record: '', entries: [] }
    if (change.record) table.record = change.record
    change.entries?.forEach((entry, i) => { table.entries[change.from - 1 + i] = entry })
    this.tables.set(change.table, table)
  }
}

export async function open(shelf = new Shelf()) {
  const house = await House.open(code, { me: { id: 'anna', name: 'Anna' }, saved: [...shelf.tables.values()], save: shelf.save, thinker: await thinker })
  return Object.assign(house, { shelf, words: new Map() })
}
const thinker = thinker_here(code, net)

// A request whose answer is what docs/protocol says.
export async function call(house, method, path, body) {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await house.request(method, path, text)
  const json = answer.type === 'application/json' ? JSON.parse(answer.body) : undefined
  if (path.startsWith('/api/')) {
    const wrong = answerFault(method, path, { status: answer.status, json, text: answer.body, headers: { 'content-type': answer.type } })
    if (wrong) throw new Error(`${method} ${path}: ${wrong}`)
  }
  return { ...answer, json }
}

export class Sitting {
  messages = []
  raws = []
  waiters = []
  open = true

  static async at(house, table, { seat = 1, lang = 'en', more = '' } = {}) {
    const one = new Sitting()
    const { game } = (await call(house, 'GET', `/api/tables/${table}`)).json
    if (!house.words.has(game)) house.words.set(game, (await call(house, 'GET', `/api/games/${game}/words`)).json)
    one.reader = new Reader(house.words.get(game))
    one.line = house.connect(`/ws/tables/${table}?seat=${seat}&lang=${lang}${more}`, (text) => one.hear(text), () => { one.open = false; one.wake() })
    if (!one.line.send) throw new Error(`refused: ${one.line.status} ${one.line.body}`)
    return one
  }
  hear(text) {
    const message = JSON.parse(text)
    const wrong = messageFault(message)
    if (wrong) throw new Error(`${wrong} in ${text.slice(0, 300)}`)
    this.raws.push(message)
    this.messages.push(message.type === 'state' ? this.read(message) : message)
    this.wake()
  }
  read(message) {
    const state = this.reader.state(message)
    this.view = state.view ?? apply_changes(this.view, state.frames.flatMap((frame) => frame.changes))
    return { ...state, view: this.view }
  }
  wake() {
    for (const waiter of this.waiters.splice(0)) waiter()
  }
  send(message) {
    this.line.send(JSON.stringify({ v: 2, ...message }))
  }
  last(type) {
    return this.messages.findLast((m) => m.type === type)
  }
  // Waits for a moment in which `wanted` holds.
  async until(what, wanted, seconds = 60) {
    const end = Date.now() + seconds * 1000
    for (;;) {
      const value = wanted()
      if (value) return value
      if (!this.open) throw new Error(`the line was closed before ${what}: ${JSON.stringify(this.raws.at(-1)).slice(0, 200)}`)
      if (Date.now() > end) throw new Error(`waited ${seconds} s in vain for ${what}`)
      let timer
      await Promise.race([new Promise((done) => this.waiters.push(done)), new Promise((done) => { timer = setTimeout(done, 1000) })])
      clearTimeout(timer)
    }
  }
}

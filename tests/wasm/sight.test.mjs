// The engine beside a table: from what its seat knows it tells what a choice leads to, and its memory holds no secret of
// the game.
import { Reader, apply_changes } from '../../web/src/net/telling.js'
import { House, Sight, thinker_here } from '../../web/src/offline/module.js'
import { check, dice, equal, pick, runTests, test } from '../server/client.mjs'
import { Shelf, Sitting, call, code, net, open } from './house.mjs'

const thinker = await thinker_here(code, net)
const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16))
const { games } = (await call(await open(), 'GET', '/api/games')).json

// A house whose questions to bots are overheard: they hold the true position, with all hidden cards and numbers to come.
async function overheard(secrets) {
  const shelf = new Shelf()
  const listening = { think: (question) => { secrets.push(JSON.parse(question).position); return thinker.think(question) } }
  const house = await House.open(code, { save: shelf.save, thinker: listening })
  return Object.assign(house, { shelf, words: new Map() })
}

// A table of this game with a seat for the player, and what that seat knows at its first question.
async function first_sight(house, id, seats, seed) {
  const bots = Array(Math.max(1, seats[0] - 1)).fill({ kind: 'bot', bot: 'random' })
  const answer = await call(house, 'POST', '/api/tables', { game: id, seats: [{ kind: 'me' }, ...bots], seed })
  const sitting = await Sitting.at(house, answer.json.table, { more: '&sight=1' })
  const message = await sitting.until('the sight', () => sitting.messages.find((m) => m.type === 'sight'))
  return { sitting, message }
}

for (const { id, seats } of games) {
  test(`${id}: previews come true, and nothing hidden is remembered`, async () => {
    const secrets = [], shown = []
    const house = await overheard(secrets)
    const { sitting } = await first_sight(house, id, seats, `sight ${id}`)
    const sight = await Sight.open(code, thinker)
    const roll = dice(5)
    let certain = 0, odds = 0
    for (let i = 0; i < 60; i += 1) {
      const state = await sitting.until('a question', () => {
        const now = sitting.last('state')
        return (now?.decision || now?.over) && now
      })
      if (state.over) break
      const message = await sitting.until('the sight', () => sitting.messages.find((m) => m.type === 'sight' && m.decision === state.decision.number))
      check(sight.see(id, message), 'not understood')
      shown.push(bytes(message.position))
      const promised = state.decision.choices.find((one) => one.odds && !one.amounts)
      if (promised) equal(sight.preview(promised.id, 'en').odds, promised.odds, 'the odds that the table tells')
      odds += promised ? 1 : 0
      const choice = pick(state.decision, roll)
      if (choice.amount === undefined) {
        const preview = sight.preview(choice.choice, 'en')
        check(Array.isArray(preview.frames), JSON.stringify(preview).slice(0, 200))
        sitting.send(choice)
        const next = await sitting.until('the next state', () => sitting.messages.find((m) => m.type === 'state' && m.at > state.at))
        const reader = new Reader(house.words.get(id))
        reader.learn(preview)
        const frames = preview.frames.map((frame, k) => reader.frame(k, frame))
        equal(frames.map((frame) => frame.changes), next.frames.slice(0, frames.length).map((frame) => frame.changes), 'what was foreseen')
        if (preview.certain) {
          certain += 1
          equal(apply_changes(state.view, frames.flatMap((frame) => frame.changes)), next.view, 'the view that was foreseen')
        }
      } else {
        sitting.send(choice)
        await sitting.until('the next state', () => sitting.last('state').at > state.at)
      }
    }
    check(certain > 3, `only ${certain} certain previews`)
    if (id === 'risk_cybertron') check(odds > 0, 'no odds were told')
    equal(sight.preview('1', 'en').frames, undefined, 'a choice that is none')
    const known = sight.why({ type: 'why', notation: 'nonsense' }, 'fr')
    equal(known.legal, false)
    const stranger = await Sight.open(code, thinker)
    check(stranger.see(id, (await first_sight(await open(), id, seats, `another ${id}`)).message), 'not understood')
    await remembers_nothing({ sight, stranger }, id, secrets, shown)
    house.close()
  })
}

// What is hidden from the seat are the bytes in which a true position differs from what the seat knows of it at that very
// moment. Previews imagine deals, which may meet a card or two by luck and come by positions that everybody will see. So a
// secret is a piece of sixteen bytes with many hidden ones: the order of a deck, or the numbers to come. A pile whose order
// is not drawn yet lies sorted, and nearly all of its cards lie in it: an imagined pile has the same runs by luck.
const length = 16, hidden = 10
const sorted = (bytes) => bytes.every((byte, i) => i === 0 || bytes[i - 1] <= byte)
const piece = (array, at) => String.fromCharCode(...array.subarray(at, at + length))
function secrets_of(truth, known) {
  const found = []
  for (let at = 0; at + length <= truth.length; at += 1) {
    const here = truth.subarray(at, at + length)
    const other = here.filter((byte, i) => byte !== known[at + i])
    if (truth[at] !== 0 && !sorted(here) && other.length >= hidden && new Set(other).size >= 6) found.push(piece(truth, at))
  }
  return found
}
// The secrets in this memory, with where they are.
function* found_in({ memory: { buffer } }, secrets) {
  const memory = new Uint8Array(buffer)
  const begins = new Uint8Array(1 << 24) // the first three bytes: what begins otherwise need not be looked at
  const start = (a, b, c) => (a << 16) | (b << 8) | c
  for (const secret of secrets) begins[start(secret.charCodeAt(0), secret.charCodeAt(1), secret.charCodeAt(2))] = 1
  for (let at = 0; at + length <= memory.length; at += 1)
    if (begins[start(memory[at], memory[at + 1], memory[at + 2])] === 1 && secrets.has(piece(memory, at))) yield [piece(memory, at), at]
}
const found_at = (sight, secrets) => found_in(sight, secrets).next().value?.[1] ?? -1
async function remembers_nothing({ sight, stranger }, game, positions, shown) {
  // Another engine is told the truth: it says what seat 1 knows of it. Its own memory shows that the search finds secrets.
  let asked = ''
  const told = await Sight.open(code, { think: async (question) => { asked = question; return '{}' } })
  const secrets = new Set()
  for (const position of positions) {
    check(told.see(game, { seat: 1, decision: 1, position }), 'not understood')
    await told.hint('random', 'en')
    const known = bytes(JSON.parse(asked).position)
    shown.push(known)
    for (const one of secrets_of(bytes(position), known)) secrets.add(one)
  }
  // The order of a deck may lie open later: what the seat came to know is no secret any more.
  for (const array of shown) for (let at = 0; at + length <= array.length; at += 1) secrets.delete(piece(array, at))
  // Cards are numbered in the order of their deck list, and every engine has the lists: what one that never heard of this
  // game holds is no secret of it.
  for (const [common] of found_in(stranger, secrets)) secrets.delete(common)
  check(secrets.size > 20, `only ${secrets.size} secrets`)
  told.see(game, { seat: 1, decision: 1, position: positions.at(-1) })
  check(found_at(told, secrets) >= 0, 'the search for secrets finds none where they are')
  equal(found_at(sight, secrets), -1, 'a secret is in the memory')
}

test('a hint from what the seat knows', async () => {
  const house = await open()
  const [{ id, seats }] = games
  const { sitting, message } = await first_sight(house, id, seats, 'hint')
  const sight = await Sight.open(code, thinker)
  sight.see(id, message)
  const hint = await sight.hint('search:50', 'en')
  check(sitting.last('state').decision.choices.some((choice) => choice.id === hint.choice), 'the hint is no choice')
  house.close()
})

await runTests()

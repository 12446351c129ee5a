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
  const listening = { think: (question) => { secrets.push(bytes(JSON.parse(question).position)); return thinker.think(question) } }
  const house = await House.open(code, { save: shelf.save, thinker: listening })
  return Object.assign(house, { shelf, words: new Map() })
}

for (const { id, seats } of games) {
  test(`${id}: previews come true, and nothing hidden is remembered`, async () => {
    const secrets = [], shown = []
    const house = await overheard(secrets)
    const answer = await call(house, 'POST', '/api/tables', { game: id, seats: [{ kind: 'me' }, ...Array(Math.max(1, seats[0] - 1)).fill({ kind: 'bot', bot: 'random' })], seed: `sight ${id}` })
    const sitting = await Sitting.at(house, answer.json.table, { more: '&sight=1' })
    const sight = await Sight.open(code, thinker)
    const roll = dice(5)
    let certain = 0
    for (let i = 0; i < 60; i += 1) {
      const state = await sitting.until('a question', () => {
        const now = sitting.last('state')
        return (now?.decision || now?.over) && now
      })
      if (state.over) break
      const message = await sitting.until('the sight', () => sitting.messages.find((m) => m.type === 'sight' && m.decision === state.decision.number))
      check(sight.see(id, message), 'not understood')
      shown.push(bytes(message.position))
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
    equal(sight.preview('1', 'en').frames, undefined, 'a choice that is none')
    const known = sight.why({ type: 'why', notation: 'nonsense' }, 'fr')
    equal(known.legal, false)
    remembers_nothing(new Uint8Array(sight.memory.buffer), secrets, shown)
    house.close()
  })
}

// Where the true position differs from everything that was shown there are secrets: pieces of sixteen bytes that no shown
// position has anywhere. None of them may be in the memory.
function remembers_nothing(memory, secrets, shown) {
  const piece = (array, at) => String.fromCharCode(...array.subarray(at, at + 16))
  const pieces = (arrays) => new Set(arrays.flatMap((array) => Array.from({ length: array.length - 15 }, (_, at) => piece(array, at))))
  const allowed = pieces(shown)
  const secret = new Set([...pieces(secrets)].filter((one) => !allowed.has(one) && new Set(one).size > 8))
  check(secret.size > 20, `only ${secret.size} secrets`)
  for (let at = 0; at + 16 <= memory.length; at += 1) if (memory[at] !== 0 && secret.has(piece(memory, at))) throw new Error(`a secret is in the memory at ${at}`)
}

test('a hint from what the seat knows', async () => {
  const house = await open()
  const [{ id }] = games
  const answer = await call(house, 'POST', '/api/tables', { game: id, seats: [{ kind: 'me' }, { kind: 'bot', bot: 'random' }], seed: 'hint' })
  const sitting = await Sitting.at(house, answer.json.table, { more: '&sight=1' })
  const message = await sitting.until('the sight', () => sitting.messages.find((m) => m.type === 'sight'))
  const sight = await Sight.open(code, thinker)
  sight.see(id, message)
  const hint = await sight.hint('search:50', 'en')
  check(sitting.last('state').decision.choices.some((choice) => choice.id === hint.choice), 'the hint is no choice')
  house.close()
})

await runTests()

// One hash: whole games lead in WebAssembly where they lead natively (tests/walk_test.cpp).
import { Instance } from '../../web/src/offline/module.js'
import { equal, runTests, test } from '../server/client.mjs'
import { code, recorded } from './house.mjs'

const instance = await Instance.start(code)
for (const [game, opening, whole, positions] of recorded) {
  test(`200 games of ${game}`, () => {
    equal(instance.ask('walk', [200, 40], game).split(' ')[0], opening, 'openings')
    equal(instance.ask('walk', [200, 1_000_000], game), `${whole} ${positions}`, 'whole games')
  })
}
await runTests()

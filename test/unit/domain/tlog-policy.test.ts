import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rawPublicKey, vkeyOf } from '../../../src/domain/note.ts'
import { PolicyFault, parsePolicy } from '../../../src/domain/tlog-policy.ts'

/** Policies of witnesses (C2SP tlog-policy). */

const ed25519 = () => rawPublicKey(generateKeyPairSync('ed25519').publicKey)
const log = vkeyOf('granary/aa', ed25519())
const witness = (name: string) => vkeyOf(name, ed25519(), 'cosignature/v1')
const mlDsa = vkeyOf(
  'w.example/pq',
  generateKeyPairSync('ml-dsa-44').publicKey.export({ format: 'der', type: 'spki' }).subarray(22),
  'subtree/v1',
)

const parsed = (text: string) => parsePolicy(Buffer.from(text))
const keys = Object.fromEntries(['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3'].map((name) => [name, witness(name)]))

/** The example of the specification. */
const EXAMPLE = `
log ${log}

# the first organisation
witness X1 ${keys.X1} https://x.example/w1
witness X2 ${keys.X2}
\twitness  X3\t${keys.X3}
group X-witnesses 2 X1 X2 X3

witness Y1 ${keys.Y1}
witness Y2 ${keys.Y2}
witness Y3 ${keys.Y3}
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`

test('the example: two of one organisation and any of the other', () => {
  const { logs, witnesses, isMetBy } = parsed(EXAMPLE)
  expect(logs.map(({ name }) => name)).toEqual(['granary/aa'])
  expect(witnesses.map(({ name, url }) => [name, url])).toEqual([
    ['X1', 'https://x.example/w1'],
    ...['X2', 'X3', 'Y1', 'Y2', 'Y3'].map((name) => [name, null]),
  ])
  const names = Object.keys(keys)
  for (let bits = 0; bits < 2 ** names.length; bits++) {
    const some = names.filter((_, i) => bits & (1 << i))
    const [x, y] = ['X', 'Y'].map((first) => some.filter((name) => name.startsWith(first)).length)
    expect(isMetBy(new Set(some)), some.join()).toBe((x as number) >= 2 && (y as number) >= 1)
  }
})

test('a witness alone, none, and one that signs by ML-DSA-44', () => {
  expect(parsed('quorum none').isMetBy(new Set())).toBe(true)
  const { witnesses, isMetBy } = parsed(`witness w ${mlDsa} http://127.0.0.1:1/\nquorum w\n`)
  expect(witnesses[0]?.vkey.algorithm).toBe('subtree/v1')
  expect([isMetBy(new Set()), isMetBy(new Set(['w']))]).toEqual([false, true])
})

test('names are octets: a word in UTF-8 is one, and no other', () => {
  const { isMetBy, witnesses } = parsed(`witness Zeugin-ü ${keys.X1}\nquorum Zeugin-ü`)
  expect(isMetBy(new Set(witnesses.map(({ name }) => name)))).toBe(true)
})

describe('what is refused, with its line', () => {
  const W = `witness a ${keys.X1}`
  test.each([
    ['no quorum', W, /no quorum/],
    ['two quorums', `${W}\nquorum a\nquorum a`, /line 3/],
    ['a quorum of nobody known', `${W}\nquorum b`, /line 2: “b” is not defined/],
    ['a quorum before its witness', `quorum a\n${W}`, /line 1/],
    ['another word', 'witnes a', /line 1: the line begins with “witnes”/],
    ['a witness without a key', 'witness a', /line 1/],
    ['a witness with more', `${W} http://a/ more`, /line 1/],
    ['a witness with the key of a log', `witness a ${log}`, /is not for that/],
    ['a log with the key of a witness', `log ${keys.X1}`, /is not for that/],
    ['a changed key', `witness a ${keys.X1?.replace('X1', 'X9')}`, /line 1/],
    ['an address that is none', `${W} ftp://a`, /address/],
    [
      'one key under two names',
      `${W}\nwitness b ${vkeyOf('b', Buffer.from(keys.X1?.split('+').slice(2).join('+') ?? '', 'base64').subarray(1), 'cosignature/v1')}`,
      /named twice/,
    ],
    ['one name twice', `${W}\nwitness a ${keys.X2}`, /taken/],
    ['the name none', `witness none ${keys.X1}`, /taken/],
    ['a group without members', `${W}\ngroup g 1`, /line 2/],
    ['a group of none', `${W}\ngroup g any none`, /not defined/],
    ['a group of too many', `${W}\ngroup g 2 a`, /up to 1/],
    ['a group of 0', `${W}\ngroup g 0 a`, /up to 1/],
    ['a group of some', `${W}\ngroup g some a`, /up to 1/],
    ['a member of two groups', `${W}\ngroup g any a\ngroup h any a`, /in a group already/],
    ['a member twice', `${W}\ngroup g 2 a a`, /in a group already/],
    ['a carriage return', `${W}\r\nquorum a`, /control/],
    ['too much', '#'.repeat(300_000), /too long/],
  ])('%s', (_what, text, finding) => {
    const read = () => parsed(text)
    expect(read).toThrow(PolicyFault)
    expect(read).toThrow(finding)
  })
})

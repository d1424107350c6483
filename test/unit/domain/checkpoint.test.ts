import { describe, expect, test } from 'vitest'
import {
  AUDIT_HEAD,
  auditHeadIn,
  auditHeadSaid,
  auditHeadUnder,
  checkpointText,
  originOf,
  parseCheckpoint,
} from '../../../src/domain/checkpoint.ts'
import { NoteFault } from '../../../src/domain/note.ts'

const root = Buffer.alloc(32, 0xab)
const audit = { n: 40, hash: Buffer.alloc(32, 0xcd) }
const checkpoint = { origin: originOf(Buffer.alloc(16, 1)), size: 12, root, audit }
const text = `granary/01010101010101010101010101010101
12
q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s=
audit 40 zc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc0=
`

test('three lines, to the byte; in earlier versions four', () => {
  const three = { ...checkpoint, audit: null }
  const lines = `${text.split('\n').slice(0, 3).join('\n')}\n`
  expect(checkpointText(three)).toBe(lines)
  expect(parseCheckpoint(lines)).toEqual(three)
  expect(checkpointText(checkpoint)).toBe(text)
  expect(parseCheckpoint(text)).toEqual(checkpoint)
})

test('the head of the audit log is an act, and nothing else is one', () => {
  const said = { act: AUDIT_HEAD, id: 'x', ...auditHeadSaid(audit) }
  expect(auditHeadIn(said)).toEqual(audit)
  for (const other of [null, 'x', {}]) expect(auditHeadIn(other)).toBeNull()
  const isOne = (more: object) => auditHeadIn({ ...said, ...more }) !== null
  expect([isOne({}), isOne({ act: 'restore' })]).toEqual([true, false])
  for (const n of [-1, 1.5, '1']) expect(isOne({ n })).toBe(false)
  for (const hash of ['', 7, Buffer.alloc(31).toString('base64')]) expect(isOne({ hash })).toBe(false)
})

test('the head under a checkpoint is in its own line or in its newest leaf, if that states one', () => {
  const leafAt = (json?: string) => (seq: number) => (seq === checkpoint.size ? json : undefined)
  const act = JSON.stringify({ act: AUDIT_HEAD, ...auditHeadSaid(audit) })
  const three = { ...checkpoint, audit: null }
  expect(auditHeadUnder(checkpoint, leafAt('rats'))).toEqual(audit)
  expect(auditHeadUnder(three, leafAt(act))).toEqual(audit)
  for (const other of [undefined, '', 'rats', '{}', '7', act.slice(1)])
    expect(auditHeadUnder(three, leafAt(other))).toBeNull()
})

test('an origin names 16 bytes', () => {
  expect(() => originOf(Buffer.alloc(15))).toThrow(RangeError)
})

test('sizes from none to the largest that a number holds', () => {
  for (const size of [0, 1, Number.MAX_SAFE_INTEGER])
    expect(parseCheckpoint(checkpointText({ ...checkpoint, size })).size).toBe(size)
})

test('other extension lines are passed over', () => {
  expect(parseCheckpoint(text.replace(/audit.*/, 'something else'))).toEqual({ ...checkpoint, audit: null })
  expect(parseCheckpoint(`${text}later: something\n`)).toEqual(checkpoint)
})

describe('refused', () => {
  const lines = text.slice(0, -1).split('\n')
  const withLine = (n: number, line: string) => `${lines.with(n, line).join('\n')}\n`
  test.each([
    ['nothing', ''],
    ['no newline at the end', text.slice(0, -1)],
    ['an empty line', `${text}\n`],
    ['no origin', withLine(0, '')],
    ['an audit line with more', withLine(3, `${lines[3]} more`)],
    ['an audit line with two spaces', withLine(3, lines[3]?.replace(' ', '  ') ?? '')],
    ['an audit line with another number', withLine(3, lines[3]?.replace('40', '040') ?? '')],
    ['an audit line with half a hash', withLine(3, 'audit 40 zc3N')],
    ...[' 12', '12 ', ...'012 +12 -1 1.0 1e3 0x0c 9007199254740992 99999999999999999999'.split(' ')].map(
      (size): [string, string] => [`size ${size}`, withLine(1, size)],
    ),
    ['a root of 31 bytes', withLine(2, Buffer.alloc(31).toString('base64'))],
    ['a root of 33 bytes', withLine(2, Buffer.alloc(33).toString('base64'))],
    ['a root without padding', withLine(2, root.toString('base64').slice(0, -1))],
    ['a root whose last bits are not nought', withLine(2, root.toString('base64').replace('s=', 't='))],
  ])('%s', (_what, spoiled) => {
    expect(() => parseCheckpoint(spoiled)).toThrow(NoteFault)
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Hearing, heard, SILENT, UNDER_WAY } from '../../../../src/domain/scale/lines.ts'
import {
  LONGEST_LINE,
  type ScaleReading,
  scaleReading,
  weightText,
} from '../../../../src/domain/scale/reading.ts'
import { LINES } from './lines-of-manuals.ts'

/** What scales send, whole, cut, joined and spoilt: never another figure than that of a whole line. */

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

function heardIn(pieces: readonly Uint8Array[], from: Hearing = SILENT): (ScaleReading | null)[] {
  let hearing = from
  return pieces.flatMap((piece) => {
    const next = heard(hearing, piece)
    hearing = next.hearing
    return next.readings
  })
}
const wordOf = (reading: ScaleReading | null | undefined) => {
  if (reading == null) return 'nothing'
  const { state, weight } = reading
  return weight === null ? state : [state, weight.figure, weight.unit]
}
const weightsIn = (readings: readonly (ScaleReading | null)[]) =>
  readings.flatMap((one) => (one?.weight == null ? [] : [weightText(one.weight, '.')]))

test.each(LINES)('%j is %j (%s, %s)', (line, expected) => {
  expect(wordOf(heardIn([bytesOf(`${line}\r\n`)])[0])).toEqual(expected)
})

test('each line of a manual reads the same however it ends, and from what the page sends to the service', () => {
  for (const [line, expected] of LINES)
    for (const end of ['\r', '\n', '\r\n', '\r\r\n', '\x03', '\r\n\x03\r\n']) {
      const [reading] = heardIn([bytesOf(line + end)])
      expect(wordOf(reading), line).toEqual(expected)
      if (reading != null) expect(scaleReading(reading.line)).toEqual(reading)
    }
})

test('a comma of decimals counts behind a sign alone, where its maker writes one', () => {
  expect(scaleReading('ST,GS,1,250kg')).toBeNull()
  expect(scaleReading('     1,250 kg')).toBeNull()
  expect(scaleReading('S S      1,250 kg')).toBeNull()
})

const manyLines = fc.array(fc.constantFrom(...LINES.map(([line]) => line)), { minLength: 1, maxLength: 8 })
const ends = fc.constantFrom('\r\n', '\r', '\n')
/** The weights that whole lines have. */
const weightsOf = (lines: readonly string[]) =>
  new Set(lines.flatMap((line) => weightsIn(heardIn([bytesOf(`${line}\r`)]))))
const alike = (text: string) => text.replace(/^(.*) (.*)$/, (_, figure, unit) => `${Number(figure)} ${unit}`)

test('cut into pieces anywhere, a stream says what it says in one piece', () => {
  fc.assert(
    fc.property(manyLines, ends, fc.array(fc.nat(300)), (lines, end, cuts) => {
      const bytes = bytesOf(lines.map((line) => line + end).join(''))
      const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
      const pieces = at.slice(1).map((to, i) => bytes.slice(at[i], to))
      expect(heardIn(pieces)).toEqual(heardIn([bytes]))
    }),
  )
})

test('opened in the middle of a line, or broken off, it says no other figure than those of whole lines', () => {
  fc.assert(
    fc.property(manyLines, ends, fc.nat(), fc.nat(), (lines, end, from, to) => {
      const bytes = bytesOf(lines.map((line) => line + end).join(''))
      const part = bytes.slice(from % bytes.length, bytes.length - (to % bytes.length))
      const found = weightsIn(heardIn([part], UNDER_WAY))
      expect([...weightsOf(lines)]).toEqual(expect.arrayContaining(found))
    }),
  )
})

/**
 * Noise that is the end of a line hides what is the first character alone (a minus, the G of a ticket), or comes last (that it is
 * a total, or a tare). Against that, a scale that sends all the time must say the same three times.
 */
const hasAllWithin = (line: string): boolean =>
  !/^[-G] ?/.test(line.replace('\x02', '')) && !/ (?:TOTAL|T)$|tl\.g$/.test(line.trim())

test('noise in place of any one byte, and ends of lines anywhere, give no other figure', () => {
  const noise = fc.constantFrom(0, 7, 10, 13, 3, 127, 128, 176, 255)
  fc.assert(
    fc.property(manyLines, ends, fc.nat(), noise, fc.boolean(), (lines, end, at, byte, isExtra) => {
      const kept = lines.filter(hasAllWithin)
      const bytes = bytesOf(kept.map((line) => line + end).join(''))
      const where = at % (bytes.length + 1)
      const spoilt = Uint8Array.from([
        ...bytes.slice(0, where),
        byte,
        ...bytes.slice(isExtra ? where : where + 1),
      ])
      const found = weightsIn(heardIn([spoilt])).map(alike)
      expect([...weightsOf(kept)].map(alike)).toEqual(expect.arrayContaining(found))
    }),
    { numRuns: 3000 },
  )
})

test('lines joined by a lost end give no other figure than theirs', () => {
  for (const [first] of LINES)
    for (const [second] of LINES.filter(([line]) => !line.startsWith('\x02'))) {
      const found = [...weightsOf([first + second])].map(alike)
      if (found.length > 0)
        expect([...weightsOf([first, second])].map(alike)).toEqual(expect.arrayContaining(found))
    }
})

test('a line read with the wrong parity says nothing', () => {
  const even = (byte: number) => {
    const ones = byte.toString(2).replaceAll('0', '').length
    return ones % 2 === 0 ? byte : byte | 128
  }
  for (const [line] of LINES)
    if (![...line].some((letter) => letter > '\x7f')) {
      const spoilt = bytesOf(`${line}\r\n`).map(even)
      expect(weightsIn(heardIn([spoilt])), line).toEqual([])
    }
})

test('what has no end is not kept, and the next whole line counts for nothing yet', () => {
  let hearing: Hearing = SILENT
  for (let i = 0; i < 10_000; i++) {
    hearing = heard(hearing, bytesOf('8')).hearing
    expect(hearing.text?.length ?? 0).toBeLessThanOrEqual(LONGEST_LINE)
  }
  const good = 'S S      85.50 kg\r\n'
  expect(weightsIn(heardIn([bytesOf(`\r\n${good}`)], hearing))).toEqual([])
  expect(weightsIn(heardIn([bytesOf(`\r\n${good}${good}`)], hearing))).toEqual(['85.50 kg'])
  expect(scaleReading(`${' '.repeat(9_999)}1 kg`)).toBeNull()
})

test('any bytes at all are read without an error, and any text', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => void heardIn([bytes])))
  fc.assert(fc.property(fc.string(), (text) => void scaleReading(text)))
})

test('the first line after a port is opened is dropped, unless STX begins it', () => {
  const line = 'ST,GS,+0085.50kg\r\n'
  expect(weightsIn(heardIn([bytesOf(line)], UNDER_WAY))).toEqual([])
  expect(weightsIn(heardIn([bytesOf(line + line)], UNDER_WAY))).toEqual(['85.50 kg'])
  expect(weightsIn(heardIn([bytesOf(`5.50KG \r\n\x02   85.50KG \r\n`)], UNDER_WAY))).toEqual(['85.50 kg'])
})

test("a checksum behind Toledo's lines spoils none of them", () => {
  const line = `\x02\x2c\x30\x20  8550000000\r`
  for (let sum = 0; sum < 128; sum++) {
    const bytes = bytesOf((line + String.fromCharCode(sum)).repeat(3))
    expect(weightsIn(heardIn([bytes]))).toEqual(['85.50 kg', '85.50 kg', '85.50 kg'])
  }
})

import { expect, test } from 'vitest'
import {
  afterReading,
  afterSending,
  type FormWeight,
  filledWith,
  type Load,
  NO_LOAD,
} from '../../../../src/domain/scale/load.ts'
import { type ScaleReading, scaleReading, weightText } from '../../../../src/domain/scale/reading.ts'

/** Which reading fills a form, told as somebody at the counter would see it. */

const stable = (kg: number) => scaleReading(`S S ${kg.toFixed(2).padStart(10)} kg`)
const moving = (kg: number) => scaleReading(`S D ${kg.toFixed(2).padStart(10)} kg`)

/** A form with a scale beside it. */
class Counter {
  load: Load = NO_LOAD
  form: FormWeight = 'none'
  weight = ''
  said = ''

  hear(reading: ScaleReading | null, isAlone = false): this {
    const after = afterReading(this.load, reading, this.form, isAlone)
    this.load = after.load
    this.said = after.heard
    if (after.heard !== 'fill') return this
    this.weight = weightText(reading?.weight ?? { figure: '', unit: 'kg' }, '.')
    this.form = 'scale'
    return this
  }
  steady(kg: number): this {
    return this.hear(stable(kg)).hear(stable(kg)).hear(stable(kg)).hear(stable(kg))
  }
  type(weight: string): this {
    this.weight = weight
    this.form = 'typed'
    return this
  }
  save(): this {
    this.load = afterSending(this.load, this.form)
    this.weight = ''
    this.form = 'none'
    return this
  }
}

test('a weight is filled when three lines in a row show it, and not before', () => {
  const at = new Counter().hear(stable(85)).hear(stable(85))
  expect([at.weight, at.said]).toEqual(['', 'settling'])
  at.hear(moving(85)).hear(stable(85)).hear(stable(85))
  expect([at.weight, at.said]).toEqual(['', 'settling'])
  at.hear(stable(85))
  expect([at.weight, at.said]).toEqual(['85.00 kg', 'fill'])
  expect(at.hear(stable(85)).said).toBe('filled')
})

test('a line that comes alone counts at once', () => {
  expect(new Counter().hear(stable(85), true).weight).toBe('85.00 kg')
})

test.each([
  ['S +', 'over'],
  ['S -', 'below'],
  ['S S      -1.20 kg', 'below'],
  ['S I', 'settling'],
  ['S D      85.00 kg', 'settling'],
  ['S S       0.00 kg', 'empty'],
])('%j fills nothing, however often it comes: %s', (line, said) => {
  for (const isAlone of [false, true]) {
    const at = new Counter()
    for (let i = 0; i < 5; i++) at.hear(scaleReading(line), isAlone)
    expect([at.weight, at.said]).toEqual(['', said])
  }
})

test('what cannot be read is told once it lasts, or comes alone', () => {
  expect(new Counter().hear(null).said).toBe('settling')
  expect(new Counter().hear(null).hear(null).hear(null).said).toBe('unreadable')
  expect(new Counter().hear(null, true).said).toBe('unreadable')
  expect(new Counter().steady(85).hear(null).weight).toBe('85.00 kg')
})

test('the weight follows while more is put on, and stays when the load goes', () => {
  const at = new Counter().steady(60).steady(120)
  expect(at.weight).toBe('120.00 kg')
  at.steady(60)
  expect([at.weight, at.said]).toEqual(['120.00 kg', 'offer'])
  at.steady(0)
  expect([at.weight, at.said]).toEqual(['120.00 kg', 'empty'])
  // The load of the next member, while the first form is still open.
  at.steady(150)
  expect([at.weight, at.said]).toEqual(['120.00 kg', 'offer'])
  at.save().hear(stable(150))
  at.steady(150)
  expect(at.weight).toBe('150.00 kg')
})

test('a load that was saved fills no second form before it was off', () => {
  const at = new Counter().steady(85).save().steady(85)
  expect([at.weight, at.said]).toEqual(['', 'again'])
  // Half of it is off: the rest is no delivery.
  expect(at.steady(42).weight).toBe('')
  expect(at.steady(0).steady(42).weight).toBe('42.00 kg')
  // Off while the scale did not rest.
  expect(new Counter().steady(85).save().hear(moving(3)).steady(85).weight).toBe('85.00 kg')
  expect(new Counter().steady(85).save().hear(scaleReading('S -')).steady(85).weight).toBe('85.00 kg')
})

test('nor does one that was on the scale while another weight was typed', () => {
  const at = new Counter().type('84').steady(85)
  expect([at.weight, at.said]).toEqual(['84', 'offer'])
  expect(at.save().steady(85).said).toBe('again')
  expect(at.steady(0).steady(85).weight).toBe('85.00 kg')
})

test('by the print key another weight fills the next form; the same one is asked about', () => {
  const at = new Counter().hear(stable(60), true).save().hear(stable(61), true)
  expect(at.weight).toBe('61.00 kg')
  at.hear(stable(62), true)
  expect([at.weight, at.said]).toEqual(['61.00 kg', 'offer'])
  at.save().hear(stable(61), true)
  expect([at.weight, at.said]).toEqual(['', 'again'])
})

test('another unit is another weight', () => {
  const at = new Counter().steady(85)
  for (let i = 0; i < 4; i++) at.hear(scaleReading('S S     187.39 lb'))
  expect([at.weight, at.said]).toEqual(['85.00 kg', 'offer'])
})

test('a weight that a person took is followed as one that was filled', () => {
  const at = new Counter().steady(85).save().steady(90)
  expect(at.said).toBe('again')
  at.load = filledWith(at.load, { figure: '90.00', unit: 'kg' })
  at.form = 'scale'
  expect(at.steady(90).said).toBe('filled')
})

test('an empty scale, or dust on it, is no load that must come off: what was saved without it does not stop the next', () => {
  for (const idle of [0, 0.02]) {
    const at = new Counter().steady(idle).type('12 kg').save().steady(idle).steady(45.2)
    expect([at.weight, at.said]).toEqual(['45.20 kg', 'filled'])
    // What lay on it while another weight was typed must come off as before.
    expect(new Counter().steady(idle).steady(45.2).type('12 kg').save().steady(45.2).said).toBe('again')
  }
})

import { describe, expect, it } from 'vitest'
import { meaningOf } from '../../../../src/clients/sheets/meaning.ts'
import type { NumberStyle } from '../../../../src/clients/sheets/weights.ts'

const POINT: NumberStyle = { decimal: '.', thousands: ',' }
const COMMA: NumberStyle = { decimal: ',', thousands: '.' }
const PLAIN: NumberStyle = { decimal: '.', thousands: undefined }
const SPACED: NumberStyle = { decimal: ',', thousands: ' ' }

describe('text says the same', () => {
  it.each([
    ['7.83', '7.830', PLAIN],
    ['7', '7.0', PLAIN],
    ['60 kg', '60.00KG', PLAIN],
    ['300 bags of 60 kg', '300 bags of  60kg', PLAIN],
    ['1,060', '1060.0', POINT],
    ['1.060,50', '1060,5', COMMA],
    ['1 060 kg', '1060 kg', SPACED],
    ['1\u202f060 kg', '1060 kg', SPACED],
    ['  Café  RÍO', 'cafe\u0301 ri\u0301o', PLAIN],
    ['Moisture: 0.10; Mill: x', 'Moisture: 0.1; Mill: X', PLAIN],
  ])('%s and %s', (one, other, style) => {
    expect(meaningOf(one, style)).toBe(meaningOf(other, style))
  })

  it.each([
    ['7.83', '7.38', PLAIN],
    ['017', '17', PLAIN],
    ['10', '100', PLAIN],
    ['1.5', '1.05', PLAIN],
    ['03.10.2026', '03.1.2026', PLAIN],
    ['1.060', '1.06', COMMA],
    ['12,345', '12345', PLAIN],
    ['1,06', '106', POINT],
    ['Rio', 'Río', PLAIN],
    ['+256772000010', '+25677200001', PLAIN],
  ])('not: %s and %s', (one, other, style) => {
    expect(meaningOf(one, style)).not.toBe(meaningOf(other, style))
  })
})

import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { degreesIn, placeIn } from '../../../../src/clients/outlines/degrees.ts'
import { featuresIn } from '../../../../src/clients/outlines/features.ts'
import { readPlace } from '../../../../src/clients/outlines/given-place.ts'
import { readOutline } from '../../../../src/clients/outlines/outline-cell.ts'

/** Coordinates as people write them. */

describe('degrees', () => {
  test.each([
    ['0.503472', 0.503472, '0.503472', undefined],
    ['0.503400', 0.5034, '0.503400', undefined],
    ['-1,25', -1.25, '-1.25', undefined],
    ['1.25 S', -1.25, '-1.25', 'latitude'],
    ['N 0.5°', 0.5, '0.5', 'latitude'],
    ['32.5836°E', 32.5836, '32.5836', 'longitude'],
    [`0°30'12.5"N`, 0.50347, '0.50347', 'latitude'],
    ['32° 34′ 59.88″ E', 32.5833, '32.583300', 'longitude'],
    ['1 16 30 S', -1.275, '-1.2750', 'latitude'],
    ['S 1°16.5', -1.275, '-1.275', 'latitude'],
    ['36:49.2345 E', 36.820575, '36.820575', 'longitude'],
    ['-1°16.5', -1.275, '-1.275', undefined],
  ])('%s', (text, value, written, axis) => {
    const read = degreesIn(text)
    expect([read?.value, read?.written, read?.axis]).toEqual([expect.closeTo(value, 6), written, axis])
  })
  test.each(['', 'Kasese', '91 N', '181', '0°60', '0°30.5\'12"', '-1.2 S', 'N 1 S', '1 2 3 4', '0772123456'])(
    '%j are none',
    (text) => expect(degreesIn(text)).toBeNull(),
  )
})

describe('a place', () => {
  const NAIROBI = [36.82, -1.275]
  test.each([
    `1°16'30"S, 36°49'12"E`,
    '1.275 S; 36.82 E',
    'E 36.82, S 1.275',
    '1°16.5 S 36°49.2 E',
    'S1.275 E36.82',
  ])('%s says which number is which', (text) => {
    const place = placeIn(text)
    expect([place?.longitude.value, place?.latitude.value]).toEqual(
      NAIROBI.map((one) => expect.closeTo(one, 3)),
    )
    expect(readOutline(text)).toHaveProperty('geometry.type', 'Point')
  })
  test.each(['-1.275, 36.82', '1.275 S, 2.5 N', '1.275 S', 'POINT (36.82 -1.275)', 'x'.repeat(100)])(
    '%s does not',
    (text) => expect(placeIn(text)).toBeNull(),
  )
  test('is read by the command too', async () => {
    const { geometry } = (await readPlace({ point: `1°16'30"S, 36°49'12"E` } as never, null)) as never
    expect(geometry).toEqual({ type: 'Point', coordinates: [36.82, -1.275] })
  })
})

describe('coordinates of KML', () => {
  const polygon = (text: string) =>
    featuresIn(
      strToU8(
        `<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${text}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`,
      ),
    )?.[0]?.geometry
  const RING = [
    [32.5, 0.5, 0],
    [32.6, 0.5, 0],
    [32.6, 0.6, 0],
    [32.5, 0.5, 0],
  ]
  test.each([
    '32.5,0.5,0\n32.6,0.5,0\n32.6,0.6,0\n32.5,0.5,0',
    '32.5, 0.5, 0 32.6, 0.5, 0 32.6, 0.6, 0 32.5, 0.5, 0',
    '32.5, 0.5,0 32.6,0.5, 0\t32.6, 0.6,0 32.5,0.5,0',
  ])('may have spaces behind commas: %j', (text) => {
    expect(polygon(text)).toEqual({ type: 'Polygon', coordinates: [RING] })
  })
  test('with commas between the places are no outline', () => {
    expect(JSON.stringify(polygon('32.5,0.5, 32.6,0.5, 32.6,0.6, 32.5,0.5'))).toContain('null')
  })
})

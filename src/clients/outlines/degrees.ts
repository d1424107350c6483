/** Reads coordinates as people write them: decimal degrees, or degrees, minutes and seconds. */

export type Axis = 'latitude' | 'longitude'

export interface Degrees {
  readonly value: number
  /** As a decimal number with as many decimals as the text is exact to. */
  readonly written: string
  /** By its letter; undefined if it has none. */
  readonly axis?: Axis
}

const AXES: Readonly<Record<string, readonly [axis: Axis, sign: 1 | -1]>> = {
  N: ['latitude', 1],
  S: ['latitude', -1],
  E: ['longitude', 1],
  W: ['longitude', -1],
  // French: ouest.
  O: ['longitude', -1],
}

const DECIMAL = /^([+-]?)(\d{1,3}(?:\.\d{1,20})?)\s*°?$/
const SEXAGESIMAL =
  /^([+-]?)(\d{1,3})\s*[°ºd:\s]\s*(\d{1,2}(?:\.\d{1,12})?)\s*(?:['’′m:\s]\s*(?:(\d{1,2}(?:\.\d{1,12})?)\s*(?:"|”|″|''|’’|s)?)?)?$/i

/** The decimals to which a minute and a second of arc are exact. */
const OF_MINUTE = 2
const OF_SECOND = 4

/** No place is longer, however it is written. */
const LONGEST = 80

/** @param text with a decimal point or comma @returns null if it is no coordinate */
export function degreesIn(text: string): Degrees | null {
  if (text.length > LONGEST) return null
  const [, before = '', middle = '', after = ''] =
    /^\s*([NSEWO]?)\s*(.*?)\s*([NSEWO]?)\s*$/is.exec(text.replace(/(\d),(\d)/g, '$1.$2')) ?? []
  if (middle === '' || (before !== '' && after !== '')) return null
  const [axis, direction = 1] = AXES[(before || after).toUpperCase()] ?? []
  const read = magnitudeIn(middle)
  // A sign and a letter say the same twice, or contradict each other.
  if (read === null || (read.isSigned && axis !== undefined)) return null
  const value = direction * read.value
  const limit = axis === 'latitude' ? 90 : 180
  if (Math.abs(value) > limit) return null
  const written =
    read.decimals === null
      ? `${direction < 0 ? '-' : ''}${middle.replace(/\s*°$/, '')}`
      : value.toFixed(read.decimals)
  return { value: Number(written), written, ...(axis && { axis }) }
}

interface Magnitude {
  readonly value: number
  readonly isSigned: boolean
  /** Null for decimal degrees, which keep their own. */
  readonly decimals: number | null
}

function magnitudeIn(text: string): Magnitude | null {
  const [, sign, decimal] = DECIMAL.exec(text) ?? []
  if (decimal !== undefined)
    return { value: Number(`${sign}${decimal}`), isSigned: sign !== '', decimals: null }
  const [, mark = '', degrees, minutes, seconds] = SEXAGESIMAL.exec(text) ?? []
  if (degrees === undefined || minutes === undefined) return null
  // Only the last part may have decimals.
  if (seconds !== undefined && minutes.includes('.')) return null
  if (Number(minutes) >= 60 || Number(seconds ?? 0) >= 60) return null
  const last = seconds ?? minutes
  const own = last.includes('.') ? last.length - last.indexOf('.') - 1 : 0
  const magnitude = Number(degrees) + Number(minutes) / 60 + Number(seconds ?? 0) / 3_600
  return {
    value: mark === '-' ? -magnitude : magnitude,
    isSigned: mark !== '',
    decimals: Math.min((seconds === undefined ? OF_MINUTE : OF_SECOND) + own, 12),
  }
}

/** Two coordinates with their letters behind or before them. */
const BOTH = [/^(\S.*?[NSEWO])\s+(\S.*[NSEWO])$/i, /^([NSEWO].*?)\s+([NSEWO].*)$/i]

/**
 * Reads a place that states which number is which, as `0°30'12.5"N, 32°34'5"E`.
 * @returns null if it is none, or does not state it
 */
export function placeIn(text: string): { readonly latitude: Degrees; readonly longitude: Degrees } | null {
  if (text.length > LONGEST) return null
  const parts = /[,;]\s|;/.test(text)
    ? text.split(/[,;]\s+|;/)
    : (BOTH.map((pattern) => pattern.exec(text.trim())?.slice(1)).find((found) => found !== undefined) ?? [])
  const [one, other] = parts.map(degreesIn)
  if (parts.length !== 2 || one == null || other == null) return null
  const [latitude, longitude] = one.axis === 'latitude' ? [one, other] : [other, one]
  return latitude.axis === 'latitude' && longitude.axis === 'longitude' ? { latitude, longitude } : null
}

const NUMBER = String.raw`([+-]?\d{1,3}[.,]\d{1,20})\s?°?`
const PAIR = new RegExp(String.raw`^[([]?\s?${NUMBER}(?:\s?[;/]\s?|,\s?|\s+)${NUMBER}\s?[)\]]?$`)

/** Two coordinates of one place in the order of the text, as `0.5034, 32.5836`, which does not say which is the latitude; null if it is none. */
export function pairIn(text: string): readonly [Degrees, Degrees] | null {
  if (text.length > LONGEST) return null
  const [, ...found] = PAIR.exec(text.trim()) ?? []
  const [one, other] = found.map(degreesIn)
  return one == null || other == null || Math.min(Math.abs(one.value), Math.abs(other.value)) > 90
    ? null
    : [one, other]
}

/**
 * Reads a place whose text does not say which number is which.
 * @param first what comes first in it @returns null if it is none
 */
export function placeBy(
  text: string,
  first: Axis,
): { readonly latitude: Degrees; readonly longitude: Degrees } | null {
  const pair = pairIn(text)
  if (pair === null) return null
  const [latitude, longitude] = first === 'latitude' ? pair : [pair[1], pair[0]]
  return { latitude, longitude }
}

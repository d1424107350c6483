import type { Answer, StaffVisit } from '../frame/visit.ts'
import type { AnswerPorts } from '../ports.ts'

/** Tiles of the office's own map, for the pages that show plots. */

/** An empty picture, so that a place that the map does not cover is no error. */
const EMPTY = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
)

const ADDRESS = /^\/maps\/(\d{1,2})\/(\d{1,8})\/(\d{1,8})$/

export async function mapTile({ path }: StaffVisit, { maps }: AnswerPorts): Promise<Answer> {
  const [z = -1, x = -1, y = -1] = ADDRESS.exec(path)?.slice(1).map(Number) ?? []
  const tile = await maps.tile(z, x, y)
  return { image: tile?.bytes ?? EMPTY, type: tile?.type ?? 'image/png' }
}

import { statSync } from 'node:fs'
import { orNull } from '../../base/or-null.ts'
import { asOperator, readOperatorFile } from '../../cli/operator-files.ts'
import type { ReadPlace } from '../../records/entry/plot-flow.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import { ImportFault } from '../sheets/fault.ts'
import { type Boundary, MOST_BOUNDARY_BYTES, readBoundary } from './boundary.ts'
import { countryFault } from './country.ts'
import { placeIn } from './degrees.ts'
import { readPoint } from './outline-cell.ts'

/**
 * Reads where a plot is from what a clerk gives to the command: a file with its boundary, or a place in the
 * plot.
 */

/**
 * @throws {ImportFault} if the plot cannot be drawn or lies in another country: the service would store it
 * with a flag
 */
export const readPlace: ReadPlace = async ({ boundary, point }, country) => {
  const { outline, closedOverM } = boundary === undefined ? pointIn(point ?? '') : await fileIn(boundary)
  const fault =
    'geometry' in outline ? (country === null ? null : countryFault(outline.geometry, country)) : outline
  if (fault !== null)
    throw new ImportFault(message('import.outline.thePlot', { fault: fault.message }), fault.remedy)
  if (!('geometry' in outline)) throw new Error('unreachable')
  const remark =
    closedOverM === null ? null : message('newPlot.closed', { metres: Math.max(1, Math.round(closedOverM)) })
  return { ...outline, remark }
}

async function fileIn(file: string): Promise<Boundary> {
  const found = orNull(() => asOperator(() => statSync(file, { throwIfNoEntry: false })))
  if (found === undefined) throw new OperatorFault(...withRemedy('import.boundary.noFile', { file }))
  if (found?.isFile() === false) throw new OperatorFault(...withRemedy('import.boundary.notAFile', { file }))
  // A file that is too large is refused without being read.
  return readBoundary((found?.size ?? 0) > MOST_BOUNDARY_BYTES ? TOO_LARGE : readOperatorFile(file))
}

const TOO_LARGE = new Uint8Array(MOST_BOUNDARY_BYTES + 1)

const PLACE = /^\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*,\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*$/

function pointIn(text: string): Boundary {
  const place = placeIn(text)
  if (place !== null) {
    const { longitude, latitude } = place
    const written = `${longitude.written} ${latitude.written}`
    return { outline: readPoint(longitude.value, latitude.value, written), drawn: null, closedOverM: null }
  }
  const [, longitude, latitude] = PLACE.exec(text) ?? []
  if (longitude === undefined || latitude === undefined)
    throw new ImportFault(
      message('import.place.notTwoNumbers'),
      message('import.place.longitudeFirst.remedy'),
    )
  return {
    outline: readPoint(Number(longitude), Number(latitude), text),
    drawn: null,
    closedOverM: null,
  }
}

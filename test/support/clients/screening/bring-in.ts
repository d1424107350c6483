import {
  runScreening,
  type ScreeningOptions,
  type ScreeningResult,
} from '../../../../src/clients/screening/run.ts'
import { readWhisp } from '../../../../src/clients/screening/whisp-file.ts'
import { sha256 } from '../../../../src/domain/sha256.ts'
import { polygonOf, rectangle } from '../../outlines.ts'
import { inEnglish, WORDS } from '../importer/support.ts'

/** What the tests of screenings share: plots somewhere, and bringing a result in. */

export const square = (west: number, side = 0.001) =>
  polygonOf(rectangle(west, 1.000001, west + side, 1.000001 + side))
let next = 32.1
export const place = (): number => {
  next += 0.01
  return next
}

/** What a screening comes to, told in English. */
export async function broughtIn(
  text: string,
  options: Pick<ScreeningOptions, 'keep'> & Partial<ScreeningOptions>,
): Promise<ScreeningResult> {
  const bytes = new TextEncoder().encode(text)
  const result = await runScreening({
    file: readWhisp(bytes, null, Date.parse('2027-01-01T00:00:00Z')),
    sha256: sha256(bytes).toString('hex'),
    basis: 'legal_obligation',
    dryRun: false,
    onProgress: () => {},
    signal: new AbortController().signal,
    ...options,
  })
  return {
    ...result,
    stopped: result.stopped && WORDS.tell(result.stopped),
    faults: inEnglish(result.faults),
  }
}

export const faultsOf = ({ faults }: ScreeningResult) => faults.map(({ row, message }) => [row, message])

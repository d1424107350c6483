import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'

/** GS1's schema of EPCIS documents, where there is one. */

const PLACE = resolve(process.env.GRANARY_REAL_DATA ?? '../shared/data', 'epcis/EPCIS-JSON-Schema.json')
export const isSchemaThere = existsSync(PLACE)
export const withoutSchema = isSchemaThere
  ? ''
  : ' (not validated: GRANARY_REAL_DATA names no folder with epcis)'

let check: ((document: unknown) => string[]) | null = null

/** @returns what GS1's schema finds wrong with a document; nothing where there is no schema */
export function faultsOf(document: unknown): string[] {
  if (!isSchemaThere) return []
  check ??= compiled()
  return check(document)
}

function compiled() {
  const ajv = new Ajv({ strict: false, allErrors: false })
  ;(formats as unknown as (ajv: Ajv) => void)(ajv)
  const validate = ajv.compile(JSON.parse(readFileSync(PLACE, 'utf8')))
  return (document: unknown) =>
    validate(document) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`)
}

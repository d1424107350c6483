import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'

/** GS1's schema of EPCIS documents, where there is one, and a library of others that reads them. */

const PLACE = resolve(process.env.GRANARY_REAL_DATA ?? '../shared/data', 'epcis/EPCIS-JSON-Schema.json')
const isSchemaThere = existsSync(PLACE)
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

/** epcis2.js, as its users on Node load it. It knows EPCIS 2.0 and nothing of Granary; its own types are a package apart. */
export const client = createRequire(import.meta.url)('epcis2.js') as {
  readonly EPCISDocument: new (document: object) => { isValid(): boolean; toObject(): object }
  /** @throws where the document breaks the standard */
  validateEpcisDocument(document: object): { readonly success: boolean; readonly errors: readonly string[] }
}

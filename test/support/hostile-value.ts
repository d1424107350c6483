import type { TSchema } from '@sinclair/typebox'
import { HOSTILE } from './strange-text.ts'

/** What cannot be made up, or names what would have to be there. */
const LEFT_OUT = [
  'asserted_by',
  'on_behalf_of',
  'delegation_id',
  'device_id',
  'supersedes',
  'received_at',
  'derived',
  'evidence',
  'same_as',
  'plot_ids',
  'geometry',
  'record_class',
]
const FIXED: Readonly<Record<string, unknown>> = {
  country: 'UG',
  lawful_basis: 'special_data_consent',
  phone: '+256772123456',
  currency: 'UGX',
  value: 5,
  area_ha: 2,
  kg: 1,
  language: 'sw',
}

/** A value of the schema: the hostile name wherever people choose the text. */
export function hostileValue(name: string, schema: TSchema, idOf: (member: string) => string): unknown {
  if (name in FIXED) return FIXED[name]
  if (schema.enum !== undefined || schema.const !== undefined || schema.anyOf !== undefined)
    return schema.const ?? schema.enum?.[0] ?? schema.anyOf[0].const
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties as Record<string, TSchema>)
        .filter(([member]) => !LEFT_OUT.includes(member))
        .map(([member, inner]) => [member, hostileValue(member, inner, idOf)]),
    )
  if (schema.type === 'array')
    return schema.items.type === 'string' || schema.minItems ? [hostileValue(name, schema.items, idOf)] : []
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer') return 7
  if (schema.format === 'date-time' || /_at$/.test(name)) return '2026-06-27T09:00:00Z'
  if (schema.pattern !== undefined) return idOf(name)
  return HOSTILE.slice(0, schema.maxLength)
}

import schemaSql from '../../schema.sql'
import { partsOf } from './schema-parts.ts'

/**
 * What each schema version added. Upgrades only add, so the same statements upgrade an older file and make a fresh one. The
 * text of a released version never changes (tested).
 */
export const schemaParts: readonly string[] = partsOf(schemaSql)

export const SCHEMA_VERSION = schemaParts.length

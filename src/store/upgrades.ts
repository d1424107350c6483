import schemaSql from '../../schema.sql'
import { partsOf } from './schema-parts.ts'

/**
 * The additions of each schema version. An upgrade adds, and drops tables that nothing needs, so an older file is upgraded by the same statements that make
 * a fresh one. The text of a released version never changes (tested).
 */
export const schemaParts: readonly string[] = partsOf(schemaSql)

export const SCHEMA_VERSION = schemaParts.length

import schemaSql from '../../../schema.sql'
import { partsOf } from './schema-parts.ts'

/**
 * The statements of each schema version. Later versions only add tables and drop unused ones, so the same
 * statements upgrade an older file and create a fresh one. The text of a released version never changes
 * (tested).
 */
export const schemaParts: readonly string[] = partsOf(schemaSql)

export const SCHEMA_VERSION = schemaParts.length

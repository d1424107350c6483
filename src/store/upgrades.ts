import schemaSql from '../../schema.sql'
import { partsOf } from './schema-parts.ts'

/**
 * What each schema version added: an upgrade only adds, so an older file is brought up to date by the very statements
 * that make a fresh one. The text of a version that has landed never changes again (tested).
 */
export const schemaParts: readonly string[] = partsOf(schemaSql)

export const SCHEMA_VERSION = schemaParts.length

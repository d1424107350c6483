import schemaSql from '../../schema.sql'

/**
 * What each schema version added, cut out of `schema.sql` at its "Since schema version" lines: an upgrade only adds,
 * so an older file is brought up to date by the very statements that make a fresh one. The text of a version that has
 * landed never changes again (tested).
 */
export const schemaParts: readonly string[] = schemaSql.split(/^-- =+ Since schema version \d+ =+$/m)

export const SCHEMA_VERSION = schemaParts.length

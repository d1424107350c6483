/** What each schema version added: `schema.sql` split at its "Since schema version" lines. */
export const partsOf = (schemaSql: string): readonly string[] =>
  schemaSql.split(/^-- =+ Since schema version \d+ =+$/m)

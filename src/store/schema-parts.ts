/** What each schema version added, cut out of the text of `schema.sql` at its "Since schema version" lines. */
export const partsOf = (schemaSql: string): readonly string[] =>
  schemaSql.split(/^-- =+ Since schema version \d+ =+$/m)

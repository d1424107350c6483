/**
 * Ordered steps that bring an older file to the schema of `schema.sql`. A step only adds: a row once written
 * stays as it is. Step n brings version n to n + 1; a file upgraded from the first version must end up with
 * the same schema text as a fresh one (tested).
 */
export const upgradeSteps: readonly string[] = []

export const SCHEMA_VERSION = upgradeSteps.length + 1

/** Returns a path quoted for a shell if needed: it may contain spaces. */
export const typed = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`

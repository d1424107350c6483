/**
 * A bundle with every letter beyond ASCII written as its number. The bundler does that but for patterns (`/pre[cç]o/`), where the
 * number means the same. One such letter makes the engine keep the whole text at two bytes a letter.
 */
export const inAscii = (text) =>
  text.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

import { SaxesParser } from 'saxes'

export interface XmlElement {
  /** The name without its prefix, which each program chooses itself. */
  readonly tag: string
  readonly attributes: Readonly<Record<string, string | undefined>>
  readonly isSelfClosing: boolean
}

/** In each call, `within` has the elements around this one, the nearest last. */
export interface XmlHandlers {
  readonly open: (element: XmlElement, within: readonly string[]) => void
  /** @param text the text since the last opening tag: all text of an element that contains no other */
  readonly close?: (tag: string, text: string, within: readonly string[]) => void
  /** @param reason in the parser's words; reading continues unless this throws */
  readonly malformed: (reason: string, line: number) => void
}

/** Reads XML chunk by chunk. */
export interface XmlReader<T> {
  write(chunk: string): void
  end(): T
}

/** @param result what was read, when the end is reached */
export function xmlReader<T = void>({ open, close, malformed }: XmlHandlers, result?: () => T): XmlReader<T> {
  const parser = new SaxesParser()
  const within: string[] = []
  let text = ''
  parser.on('error', ({ message }) =>
    malformed(message.replace(/^\d+:\d+: /, '').replace(/\.$/, ''), parser.line),
  )
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    const tag = localName(name)
    text = ''
    open({ tag, attributes: attributes as XmlElement['attributes'], isSelfClosing }, within)
    within.push(tag)
  })
  const addText = (more: string) => {
    text += more
  }
  if (close !== undefined) {
    parser.on('text', addText)
    parser.on('cdata', addText)
  }
  parser.on('closetag', ({ name }) => {
    within.pop()
    close?.(localName(name), text, within)
  })
  const end = () => {
    parser.close()
    return result?.() as T
  }
  return { write: (chunk) => void parser.write(chunk), end }
}

/** The name of an element or attribute without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

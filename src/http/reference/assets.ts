import license from 'swagger-ui-dist/LICENSE?packed'
import notice from 'swagger-ui-dist/NOTICE?packed'
import styles from 'swagger-ui-dist/swagger-ui.css?packed'
import bundle from 'swagger-ui-dist/swagger-ui-bundle.js?packed'
import parts from 'swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt?packed'
import type { Packed } from '../packed.ts'
import pageStyles from './page.css?packed'
import page from './page.html?packed'
import pageScript from './page.js?packed'

/** The files of the reference, by URL. All are part of the program. */

export interface Asset {
  readonly file: Packed
  readonly mediaType: string
}

const html = (file: Packed): Asset => ({ file, mediaType: 'text/html; charset=utf-8' })
const css = (file: Packed): Asset => ({ file, mediaType: 'text/css; charset=utf-8' })
const script = (file: Packed): Asset => ({ file, mediaType: 'text/javascript; charset=utf-8' })
const text = (file: Packed): Asset => ({ file, mediaType: 'text/plain; charset=utf-8' })

/** With the cooperative's name, mark and colours, which are put in before they are sent. */
export const OWN = {
  '/docs': html(page),
  '/docs/page.css': css(pageStyles),
} as const satisfies Readonly<Record<string, Asset>>

export const ASSETS: Readonly<Record<string, Asset>> = {
  '/docs/page.js': script(pageScript),
  '/docs/swagger-ui.css': css(styles),
  '/docs/swagger-ui-bundle.js': script(bundle),
  '/docs/swagger-ui-bundle.js.LICENSE.txt': text(parts),
  '/docs/LICENSE': text(license),
  '/docs/NOTICE': text(notice),
}

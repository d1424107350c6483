import { tasksOn } from '../../registry/kernel.ts'
import type { MachineKernel } from '../kernel.ts'
import type { Appearance } from './appearance.ts'

interface AppearanceChange {
  readonly colour?: string | null
  /** The file in base64. */
  readonly mark?: string | null
}

/** Long tasks, because a picture is cleaned in slices. */
export const longAppearanceTasks = tasksOn<MachineKernel>()({
  'appearance.show': async ({ appearance }) => shown(appearance),

  'appearance.change': async ({ appearance }, operator, { colour, mark }: AppearanceChange) => {
    await appearance.change(operator, {
      ...(colour === undefined ? {} : { colour }),
      ...(mark === undefined ? {} : { mark: mark === null ? null : Buffer.from(mark, 'base64') }),
    })
    return shown(appearance)
  },
})

const shown = ({ colour, mark }: Appearance) => ({
  colour: colour as string | null,
  mark: mark && { media_type: mark.mediaType, bytes: mark.bytes.length, sha256: mark.sha256 },
})

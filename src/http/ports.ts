import type { Config } from '../config/config.ts'
import type { Jobs } from '../store/jobs/jobs.ts'
import type { Look } from '../text/colours.ts'

/** What a page may use that reads no record. */
export interface PagePorts {
  /** Without secrets, which no page and no reply needs. */
  readonly config: Omit<Config, 's3AccessKey' | 's3SecretKey'>
  readonly office: {
    /** Whether the service is reached by this host name. */
    readonly isOurs: (host: string) => boolean
    /** The cooperative's name, and its colour and mark. */
    readonly cooperative: () => string
    readonly look: () => Look
    readonly timeZone: string
  }
}

/** What every room of the API may use. `ReaderPorts`, `IntakePorts` and `ActPorts` add what its work is done with. */
export interface RoomPorts extends PagePorts, Jobs {}

import type { serviceAddress } from '../config/service-address.ts'
import type { Draft } from '../domain/record.ts'
import type { BaseKernel } from '../registry/kernel.ts'
import { CredentialService } from './credentials.ts'
import { DeviceService } from './devices.ts'
import { StaffAccounts } from './staff.ts'
import type { frontOffice } from './who.ts'

/** What tasks of the front office may use: who may sign in, and with what. */
export interface OfficeKernel extends BaseKernel {
  readonly credentials: CredentialService
  readonly devices: DeviceService
  readonly staff: StaffAccounts
  readonly intake: { append(author: ReturnType<typeof frontOffice>, draft: Draft): unknown }
  readonly tls: {
    /** The fingerprint that a phone compares with the certificate; null without TLS. */
    pin(): Parameters<typeof serviceAddress>[1]
    readonly served: { readonly names: readonly string[] } | null
  }
}

export function makeAccounts({ store, people, config }: BaseKernel) {
  const credentials = new CredentialService(store, people)
  return {
    credentials,
    devices: new DeviceService(
      store,
      credentials,
      config.maxDevices,
      (party) => people.facts(party).isNaturalPerson,
    ),
    staff: new StaffAccounts(
      store,
      () => store.backups.suspension !== null,
      (role) => role === 'manager' && config.officeManagersSecondFactor,
    ),
  }
}

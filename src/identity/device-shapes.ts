import { type Static, Type } from '@sinclair/typebox'
import { UsedBy } from '../domain/device-called.ts'
import { closed, Id, Instant, Text, type View } from '../domain/shapes.ts'

/** A device, as it registers and as the service answers (contract §10). The field page takes its types from here. */

export const DeviceDraft = closed(
  {
    id: Id('UUID version 7 made by the device.'),
    name: Text(80, 'What people call it.'),
    platform: Type.Optional(Text(80, 'Such as Android 14.')),
    held_on: Type.Optional(
      Id(
        'The device of another party on which this one is: its party confirms there what that device recorded. Only the device says so.',
      ),
    ),
  },
  { $id: 'DeviceDraft', description: 'A device that registers.' },
)
export type DeviceDraft = Static<typeof DeviceDraft>

export const DeviceView = closed(
  {
    id: Id('The device.'),
    party: Id('The party of the device.'),
    name: Type.String({ description: 'As the office named it; else as it calls itself.' }),
    used_by: Type.Optional(UsedBy),
    platform: Type.Optional(Type.String()),
    held_on: Type.Optional(Id('The device on which this one is, as it says.')),
    registered_at: Instant('When it first registered.'),
    token: Type.Optional(
      Type.String({
        description: "The device's own token. Shown once; absent if the device has used it already.",
      }),
    ),
    since: Type.Optional(
      Instant(
        'Only with a token that has a limit: what happened before this the device neither reads nor confirms, corrects or retracts.',
      ),
    ),
    recovery_key: Type.Optional(
      Type.String({
        description:
          'A secret of this device, in base64url; the same each time, and only ever returned with a token. A device that encrypts what it stores can open that with a new code, for example if its user forgot a PIN.',
      }),
    ),
  },
  { $id: 'Device' },
)
export type DeviceView = View<typeof DeviceView>

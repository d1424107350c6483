// Written by `npm run words` from en.json.
import type { Text } from '../text/kinds.ts'

export type None = Readonly<Record<never, never>>

/** The arguments of every message. */
export interface Arguments {
  'page.title': { readonly page: Text | number; readonly cooperative: Text | number }
  'page.signedInAs': { readonly name: Text | number; readonly role: Text | number }
  'page.signOut': None
  'page.skip': None
  'page.languages': None
  'role.clerk': None
  'role.manager': None
  'role.auditor': None
  'nav.today': None
  'nav.weigh': None
  'nav.members': None
  'nav.records': None
  'nav.lots': None
  'nav.consent': None
  'nav.readers': None
  'nav.requests': None
  'nav.devices': None
  'nav.import': None
  'nav.more': None
  'nav.reports': None
  'nav.audit': None
  'nav.cooperative': None
  'nav.machine': None
  'nav.staff': None
  'signIn.title': None
  'signIn.name': None
  'signIn.password': None
  'signIn.do': None
  'signIn.haveCode': None
  'signIn.wrong': None
  'signIn.slow': { readonly seconds: number }
  'signIn.busy': None
  'signIn.ended': None
  'signIn.kept': None
  'signIn.notKept': None
  'signIn.notWritten': None
  'look.changed': None
  'look.before': { readonly line: Text | number }
  'look.now': { readonly line: Text | number }
  'password.title': None
  'password.code': None
  'password.codeHelp': None
  'password.new': None
  'password.again': None
  'password.do': None
  'password.differ': None
  'password.done': None
  'password.tooShort': { readonly count: number }
  'password.tooLong': { readonly count: number }
  'password.isName': None
  'password.common': None
  'password.wrongCode': None
  'today.title': None
  'today.outstanding': None
  'today.nothing': None
  'today.backupFailed': { readonly reason: Text | number }
  'today.access': { readonly name: Text | number; readonly due: Text | number }
  'today.tell': { readonly count: number }
  'today.requests': { readonly count: number }
  'today.forks': { readonly type: Text | number; readonly count: number }
  'today.grantEnds': { readonly subject: Text | number; readonly grantee: Text | number; readonly at: Text | number }
  'today.moreGrants': { readonly count: number }
  'today.grantDue': { readonly subject: Text | number; readonly at: Text | number; readonly grantee: Text | number }
  'today.moreGrantsDue': { readonly count: number }
  'today.silent': { readonly name: Text | number; readonly at: Text | number }
  'today.clockAhead': { readonly device: Text | number; readonly name: Text | number; readonly time: Text | number }
  'today.clockAheadOfThis': { readonly device: Text | number; readonly name: Text | number; readonly time: Text | number }
  'today.clockBehind': { readonly device: Text | number; readonly name: Text | number; readonly time: Text | number }
  'machine.title': None
  'machine.noBackup': None
  'machine.backup': { readonly at: Text | number }
  'machine.certificate': { readonly at: Text | number }
  'machine.free': { readonly gigabytes: Text | number }
  'unconfirmed.title': None
  'unconfirmed.more': None
  'unconfirmed.claimed': None
  'unconfirmed.claimedHelp': None
  'unconfirmed.none': None
  'tell.title': None
  'tell.none': None
  'tell.who': None
  'tell.what': None
  'tell.change': None
  'tell.corrected': None
  'tell.retracted': None
  'tell.told': None
  'tell.more': None
  'tell.noNotification': { readonly number: Text | number }
  'tell.noNotification.remedy': None
  'tell.notNumber': { readonly text: Text | number }
  'tell.notNumber.remedy': None
  'today.deliveries': { readonly day: Text | number }
  'today.none': None
  'today.in': None
  'today.out': None
  'today.between others': None
  'today.crop': None
  'today.direction': None
  'today.count': None
  'today.kg': None
  'today.how': None
  'today.missing': None
  'today.withoutKg': { readonly count: number }
  'today.forked': { readonly count: number }
  'today.complete': None
  'today.claimed': { readonly crop: Text | number; readonly direction: Text | number; readonly kg: Text | number; readonly count: number }
  'weigh.title': None
  'weigh.who': None
  'weigh.quantity': None
  'weigh.unit': None
  'weigh.crop': None
  'weigh.to': None
  'weigh.place': None
  'weigh.day': None
  'weigh.do': None
  'weigh.lookAgain': None
  'weigh.saved': { readonly quantity: Text | number; readonly crop: Text | number; readonly name: Text | number }
  'weigh.again': None
  'weigh.used': None
  'weigh.withoutKg': { readonly unit: Text | number }
  'weigh.massOf': { readonly quantity: Text | number; readonly kg: Text | number }
  'weigh.massBy': { readonly quantity: Text | number; readonly kg: Text | number; readonly unit: Text | number; readonly factor: Text | number; readonly source: Text | number; readonly kind: Text | number }
  'weigh.record': None
  'weigh.lately': None
  'weigh.receipt': None
  'weigh.unknownUnit': { readonly unit: Text | number }
  'receipt.copyMark': None
  'receipt.heading': None
  'receipt.headingOfCopy': None
  'receipt.is.superseded': None
  'receipt.is.retracted': None
  'receipt.is.forked': None
  'receipt.date': None
  'receipt.from': None
  'receipt.to': None
  'receipt.what': None
  'receipt.quantity': None
  'receipt.none': None
  'receipt.kilograms': None
  'receipt.measured': None
  'receipt.method.self_reported': None
  'receipt.method.field_estimated': None
  'receipt.method.coop_counted': None
  'receipt.method.coop_weighed': None
  'receipt.method.calibrated_weighed': None
  'receipt.method.third_party_verified': None
  'receipt.grade': None
  'receipt.price': None
  'receipt.inAll': { readonly price: Text | number }
  'receipt.place': None
  'receipt.entered': None
  'receipt.printedBy': None
  'receipt.ifWrong': None
  'receipt.record': { readonly number: Text | number }
  'receipt.brought': { readonly day: Text | number }
  'receipt.total': { readonly crop: Text | number; readonly kg: Text | number; readonly how: Text | number; readonly count: number }
  'receipt.notInIt': { readonly what: Text | number }
  'receipt.claimed': { readonly crop: Text | number; readonly kg: Text | number; readonly count: number }
  'receipt.notOurs': None
  'receipt.withoutKg': { readonly count: Text | number }
  'receipt.forked': { readonly count: Text | number }
  'receipt.noName': None
  'receipt.number': { readonly number: Text | number }
  'receipt.noFactor': None
  'receipt.rate': { readonly kg: Text | number; readonly unit: Text | number }
  'receipt.reached': { readonly kg: Text | number; readonly way: Text | number }
  'receipt.onlyDeliveries': { readonly type: Text | number }
  'receipt.title': None
  'receipt.paper': None
  'receipt.a5': None
  'receipt.roll': { readonly width: Text | number }
  'receipt.print': None
  'receipt.next': None
  'members.title': None
  'members.search': None
  'members.do': None
  'members.none': None
  'members.found': { readonly count: number }
  'members.number': None
  'members.name': None
  'members.phone': None
  'members.weigh': None
  'members.notWritten': None
  'members.region': None
  'members.page': { readonly page: Text | number; readonly last: Text | number }
  'members.before': None
  'members.after': None
  'members.add': None
  'members.alike': None
  'alike.title': None
  'alike.none': None
  'alike.found': None
  'alike.more': None
  'alike.by.number': None
  'alike.by.phone': None
  'alike.by.name_and_place': None
  'alike.by.name': None
  'alike.by.two_numbers': None
  'alike.region': None
  'alike.keep': { readonly who: Text | number }
  'alike.different': None
  'alike.done': None
  'alike.mergeTitle': None
  'alike.merge': { readonly kept: Text | number; readonly twice: Text | number }
  'alike.mergeMeans': None
  'alike.mergeDo': None
  'alike.back': None
  'alike.noParty': { readonly id: Text | number }
  'alike.noParty.remedy': None
  'alike.same': None
  'alike.same.remedy': None
  'alike.unreadable': { readonly path: Text | number }
  'alike.unreadable.remedy': None
  'member.added': None
  'member.deliveries': None
  'member.day': None
  'member.quantity': None
  'member.noKg': None
  'member.older': None
  'member.readers': None
  'member.nobody': None
  'member.reader': None
  'member.purpose': None
  'member.what': None
  'member.until': None
  'member.objects': { readonly types: Text | number; readonly purposes: Text | number }
  'member.every': None
  'member.allTypes': None
  'member.consent': None
  'member.edit': None
  'member.plots': None
  'member.statement': None
  'member.season': { readonly since: Text | number }
  'member.obligations': None
  'member.owes': None
  'member.due': None
  'member.done': None
  'member.doneOf': { readonly kg: Text | number; readonly confirmed: Text | number }
  'member.devices': None
  'member.cameLast': None
  'member.revoked': None
  'member.never': None
  'member.rejected': None
  'statement.title': { readonly name: Text | number }
  'statement.made': { readonly at: Text | number; readonly cooperative: Text | number }
  'statement.print': None
  'statement.paper.title': None
  'statement.paper.for': None
  'statement.paper.member': { readonly name: Text | number; readonly number: Text | number }
  'statement.paper.nameless': None
  'statement.paper.made': None
  'statement.paper.madeBy': { readonly at: Text | number; readonly cooperative: Text | number }
  'statement.paper.dates': None
  'statement.paper.clocks': { readonly timeZone: Text | number }
  'statement.paper.covers': None
  'statement.paper.coversAll': None
  'statement.paper.coversOwn': None
  'statement.paper.totals': None
  'statement.paper.mayRead': None
  'statement.paper.stop': None
  'statement.paper.readings': None
  'statement.paper.reader': None
  'statement.paper.purpose': None
  'statement.paper.times': None
  'statement.paper.last': None
  'statement.paper.noPurpose': None
  'statement.paper.nobody': None
  'statement.paper.since': { readonly day: Text | number; readonly records: Text | number }
  'statement.paper.openedNone': None
  'statement.paper.own': None
  'statement.paper.opened': { readonly reader: Text | number; readonly types: Text | number; readonly purpose: Text | number; readonly until: Text | number }
  'statement.paper.number': { readonly id: Text | number }
  'statement.paper.takeBack': None
  'statement.paper.object': None
  'statement.paper.notRecalled': None
  'statement.paper.byOthers': { readonly cooperative: Text | number }
  'statement.paper.byOthersThanOurs': None
  'statement.paper.none': None
  'statement.paper.older': { readonly count: number }
  'statement.isIn': { readonly file: Text | number }
  'disclosure.own': { readonly at: Text | number; readonly what: Text | number; readonly reader: Text | number }
  'disclosure.ownFor': { readonly at: Text | number; readonly what: Text | number; readonly reader: Text | number; readonly purpose: Text | number }
  'disclosure.consent': { readonly at: Text | number; readonly what: Text | number; readonly reader: Text | number }
  'disclosure.consentFor': { readonly at: Text | number; readonly what: Text | number; readonly reader: Text | number; readonly purpose: Text | number }
  'disclosure.consent_of_others': { readonly at: Text | number; readonly what: Text | number; readonly reader: Text | number }
  'disclosure.consent_of_othersFor': { readonly at: Text | number; readonly what: Text | number; readonly reader: Text | number; readonly purpose: Text | number }
  'disclosure.printed_for_the_subject': { readonly at: Text | number; readonly what: Text | number; readonly reader: Text | number }
  'member.readBy': None
  'member.allReadings': None
  'member.readByWhat': { readonly since: Text | number }
  'member.readByNobody': { readonly since: Text | number }
  'member.times': None
  'member.last': None
  'member.namedInThem': None
  'member.anotherPerson': None
  'member.seen': None
  'member.unseen': None
  'member.when': None
  'member.who': None
  'member.act': None
  'newMember.title': None
  'newMember.party': None
  'newMember.number': None
  'newMember.phoneHelp': None
  'newMember.phone': None
  'newMember.alike': None
  'newMember.do': None
  'newMember.sure': None
  'party.noCooperative': None
  'party.noCooperative.remedy': None
  'party.blankName': None
  'party.blankName.remedy': None
  'party.unknown': { readonly text: Text | number }
  'phone.noCountry': { readonly text: Text | number }
  'phone.noCountry.remedy': None
  'phone.wrong': { readonly text: Text | number }
  'phone.wrong.remedy': None
  'party.unknown.remedy': None
  'party.twoNumbers': { readonly text: Text | number }
  'party.twoNumbers.remedy': None
  'party.numberTaken': { readonly number: Text | number; readonly party: Text | number }
  'party.nameless': None
  'party.otherNumber': None
  'party.nothingWritten': { readonly name: Text | number }
  'party.onlyItself': None
  'party.numberTaken.remedy': None
  'party.undescribed': { readonly id: Text | number }
  'party.undescribed.remedy': None
  'party.keepCooperative': None
  'party.keepCooperative.remedy': None
  'party.oneAlready': None
  'party.oneAlready.remedy': None
  'party.mergedAlready': None
  'party.mergedAlready.remedy': None
  'records.title': None
  'records.number': None
  'records.noNumber': None
  'records.type': None
  'records.since': None
  'records.until': None
  'records.standing': None
  'records.do': None
  'records.none': None
  'records.more': None
  'records.fromTo': { readonly from: Text | number; readonly to: Text | number }
  'records.flags': None
  'records.noDay': None
  'records.unknown': None
  'record.findDelivery': None
  'show.number': None
  'show.record': None
  'show.what': None
  'show.whose': None
  'show.happened': None
  'show.asSeen': None
  'show.standing': None
  'show.flags': None
  'show.received': None
  'show.noKg': None
  'show.nameless': None
  'show.older': None
  'show.noSuchList': { readonly type: Text | number }
  'show.listsOf': { readonly types: Text | number }
  'merge.keep': None
  'merge.duplicate': None
  'merge.leads': None
  'merge.stays': None
  'merge.undo': { readonly id: Text | number }
  'merge.areOne': None
  'merge.noTerminal': None
  'merge.noTerminal.remedy': None
  'export.together': None
  'export.together.remedy': None
  'export.written': { readonly count: number }
  'export.done': { readonly records: number; readonly files: number; readonly path: Text | number }
  'export.closed': { readonly count: number; readonly file: Text | number }
  'export.unwritable': { readonly path: Text | number; readonly code: Text | number }
  'export.unwritable.remedy': None
  'export.noDate': { readonly text: Text | number }
  'export.noDate.remedy': None
  'export.strangeFiles': { readonly path: Text | number }
  'export.newFolder': None
  'export.damaged': { readonly path: Text | number }
  'export.noExport': { readonly path: Text | number }
  'export.noExport.remedy': None
  'export.unusable': { readonly path: Text | number; readonly code: Text | number }
  'export.unusable.remedy': None
  'export.underWay': { readonly path: Text | number }
  'export.underWay.remedy': { readonly lock: Text | number }
  'export.ofAnother': { readonly path: Text | number }
  'export.ofAnother.remedy': None
  'export.changed': { readonly path: Text | number }
  'export.changed.remedy': None
  'export.noToken': { readonly party: Text | number }
  'export.noToken.remedy': None
  'record.number': None
  'record.lot': None
  'record.title': { readonly type: Text | number; readonly name: Text | number }
  'record.titleAlone': { readonly type: Text | number }
  'record.member': None
  'record.value': None
  'record.received': None
  'record.arrived': None
  'record.versions': None
  'record.takeBack': None
  'record.takeBackMeans': None
  'record.correct': None
  'record.itself': None
  'record.writtenBy': None
  'record.byCommand': { readonly name: Text | number }
  'record.byPhone': { readonly name: Text | number; readonly device: Text | number }
  'record.byProgram': { readonly name: Text | number }
  'record.confirm': None
  'record.newest': None
  'record.over': None
  'record.forked': None
  'record.keep': None
  'record.keepTitle': None
  'record.keeps': None
  'record.takesBack': None
  'record.read': { readonly readers: Text | number }
  'record.unread': None
  'record.confirmed': None
  'record.unconfirmed': None
  'record.confirmedHidden': None
  'record.back': None
  'record.none': { readonly id: Text | number }
  'record.none.remedy': None
  'record.correctedMeanwhile': None
  'record.correctedMeanwhile.remedy': None
  'record.givesName': None
  'record.givesName.remedy': None
  'record.givesName.onPage': None
  'record.othersChange': None
  'change.title': { readonly type: Text | number; readonly name: Text | number }
  'change.titleAlone': { readonly type: Text | number }
  'change.party': { readonly name: Text | number }
  'change.was': None
  'change.becomes': None
  'change.nothing': None
  'change.raced': { readonly writer: Text | number }
  'change.before': None
  'change.won': None
  'change.typed': None
  'change.look': None
  'change.write': None
  'change.stays': None
  'change.partly': None
  'change.empty': None
  'change.counted': { readonly kg: Text | number }
  'change.notCounted': None
  'change.unconfirmed': None
  'change.takeBack': { readonly type: Text | number; readonly name: Text | number }
  'change.takeBackAlone': { readonly type: Text | number }
  'change.confirm': { readonly type: Text | number; readonly name: Text | number }
  'change.confirmAlone': { readonly type: Text | number }
  'change.confirms': None
  'change.do': None
  'entry.title': { readonly type: Text | number }
  'entry.new': None
  'entry.change': None
  'entry.saved': None
  'entry.partyHelp': None
  'entry.quantityHelp': None
  'entry.wholeLot': None
  'entry.deliverFrom': None
  'entry.cropsHelp': None
  'entry.dateHelp': None
  'entry.moneyHelp': None
  'entry.recordHelp': None
  'entry.inputsHelp': None
  'entry.occurred_at': None
  'entry.from_party': None
  'entry.to_party': None
  'entry.producer': None
  'entry.holder': None
  'entry.obligor': None
  'entry.obligee': None
  'entry.payer': None
  'entry.payee': None
  'entry.method': None
  'entry.purpose': None
  'entry.settles': None
  'entry.settlesHelp': None
  'entry.reference': None
  'entry.crop': None
  'entry.quantity': None
  'entry.measurement_method': None
  'entry.lawful_basis': None
  'entry.lot_id': None
  'entry.obligation_id': None
  'entry.agreed_price': None
  'entry.location': None
  'entry.inputs': None
  'entry.due_at': None
  'entry.display_name': None
  'entry.member_no': None
  'entry.cause': None
  'entry.asserted_by': None
  'entry.on_behalf_of': None
  'entry.reason': None
  'entry.note': None
  'entry.kind': None
  'entry.season': None
  'entry.grade': None
  'entry.amount': None
  'entry.phone': None
  'entry.region': None
  'entry.reference_number': None
  'entry.verification_number': None
  'entry.filed_by': None
  'entry.filed_at': None
  'entry.name': None
  'entry.country': None
  'entry.area_ha': None
  'entry.crops': None
  'entry.countryHelp': None
  'entry.hectaresHelp': None
  'entry.channel': None
  'entry.party': None
  'entry.same_as': None
  'entry.normalized_kg': None
  'entry.conversion_id': None
  'entry.geometry': None
  'entry.plot': None
  'entry.plot_ids': None
  'entry.delivery_id': None
  'entry.payment_id': None
  'entry.target_id': None
  'entry.evidence': None
  'entry.delegation_id': None
  'entry.device_id': None
  'entry.recorded_at': None
  'entry.supersedes': None
  'entry.id': None
  'reading.required': None
  'reading.country': None
  'reading.hectares': None
  'reading.word': { readonly words: Text | number }
  'reading.twoWays': { readonly text: Text | number; readonly one: Text | number; readonly other: Text | number }
  'reading.noCrop': { readonly text: Text | number }
  'reading.listCrops': None
  'reading.whichCrop': { readonly crops: Text | number }
  'reading.andMore': { readonly some: Text | number; readonly count: number }
  'reading.andMoreApart': { readonly some: Text | number; readonly count: number }
  'reading.quantity': None
  'reading.noUnit': { readonly text: Text | number }
  'reading.listUnits': None
  'reading.someUnits': None
  'reading.whichUnit': { readonly units: Text | number }
  'reading.notADay': { readonly text: Text | number }
  'reading.date': None
  'reading.isToday': { readonly day: Text | number }
  'reading.isFuture': { readonly day: Text | number }
  'reading.reference': None
  'reading.referenceOnPage': None
  'reading.unknownRecord': { readonly text: Text | number }
  'reading.otherRecord': { readonly type: Text | number; readonly wanted: Text | number }
  'reading.recordOf': { readonly type: Text | number; readonly day: Text | number }
  'reading.money': None
  'reading.currency': { readonly currency: Text | number }
  'reading.decimals': { readonly currency: Text | number; readonly decimals: number }
  'reading.tooManyInputs': { readonly most: number; readonly count: number }
  'reading.tooManyParts': { readonly most: number; readonly count: number }
  'reading.inputs': None
  'reading.settles': None
  'counter.leftOut': None
  'counter.kilograms': None
  'counter.missing': { readonly flags: Text | number }
  'counter.missing.remedy': None
  'counter.emptyFlag': { readonly flag: Text | number }
  'counter.emptyFlag.remedy': None
  'counter.wrongFlag': { readonly flag: Text | number; readonly text: Text | number }
  'counter.or.dash': { readonly question: Text | number }
  'counter.or.empty': { readonly question: Text | number }
  'counter.dash': None
  'counter.empty': None
  'counter.moneyBasis': None
  'counter.massOfUnit': None
  'counter.noMass': None
  'counter.howManyKg': { readonly unit: Text | number }
  'counter.withoutKg': None
  'counter.whichFactor': None
  'counter.wrongFactor': { readonly id: Text | number; readonly unit: Text | number }
  'counter.noFactors': None
  'counter.theseFactors': { readonly factors: Text | number }
  'counter.which': None
  'counter.which.numbers': { readonly most: number }
  'counter.willWrite': { readonly type: Text | number }
  'counter.willWritePlot': None
  'counter.replaces': { readonly id: Text | number }
  'counter.about': { readonly what: Text | number; readonly type: Text | number }
  'counter.the': { readonly what: Text | number }
  'counter.another': None
  'counter.writeThis': None
  'counter.isRight': None
  'counter.isRightOrChange': None
  'counter.lookAgain': { readonly warning: Text | number }
  'counter.dropped': None
  'counter.unchanged': None
  'counter.written': { readonly id: Text | number }
  'counter.flags': { readonly flags: Text | number }
  'counter.receipt': { readonly id: Text | number }
  'counter.uncorrectable': { readonly type: Text | number }
  'counter.uncorrectable.remedy': None
  'counter.partly': None
  'counter.partly.remedy': None
  'counter.noCorrection': None
  'counter.noCorrection.remedy': { readonly flag: Text | number }
  'counter.retracted': None
  'counter.retracted.remedy': None
  'counter.forked': None
  'counter.forked.remedy': None
  'counter.corrected': None
  'counter.correctNewest': { readonly id: Text | number }
  'counter.correctionRetracted': None
  'counter.already': None
  'counter.already.remedy': { readonly type: Text | number }
  'counter.newestCounts': None
  'counter.newestCounts.remedy': { readonly id: Text | number }
  'counter.onlyDeliveries': { readonly type: Text | number }
  'counter.ownDelivery': None
  'counter.ownDelivery.remedy': None
  'counter.bothPlaces': None
  'counter.bothPlaces.remedy': None
  'counter.noPlace': None
  'counter.noPlace.remedy': None
  'counter.where': None
  'counter.onTheMap': None
  'counter.remark': None
  'point.point': None
  'point.answers': None
  'point.saved': { readonly answers: Text | number }
  'point.use': { readonly name: Text | number }
  'point.unit': { readonly unit: Text | number }
  'point.asks': { readonly fields: Text | number }
  'point.removed': { readonly name: Text | number }
  'point.changes': { readonly flag: Text | number }
  'point.changes.leaveOut': None
  'point.changes.askFor': None
  'point.noField': { readonly text: Text | number }
  'point.useFields': { readonly fields: Text | number }
  'point.listUnits': None
  'point.tooMany': { readonly most: number }
  'point.tooMany.remedy': None
  'point.unknown': { readonly name: Text | number }
  'point.unknown.remedy': None
  'point.unreadable': { readonly path: Text | number }
  'point.unreadable.remedy': None
  'warning.toItself': None
  'warning.future': None
  'warning.old': { readonly days: number }
  'warning.again': None
  'warning.implausible': { readonly kg: Text | number; readonly most: Text | number }
  'warning.heavy': { readonly kg: Text | number; readonly most: Text | number }
  'warning.more.party': { readonly kg: Text | number; readonly times: number; readonly usual: Text | number; readonly count: number }
  'warning.more.day': { readonly kg: Text | number; readonly times: number; readonly usual: Text | number; readonly count: number }
  'warning.more.crop': { readonly kg: Text | number; readonly times: number; readonly usual: Text | number; readonly count: number }
  'warning.less': { readonly kg: Text | number; readonly times: number; readonly usual: Text | number; readonly count: number }
  'column.display_name': None
  'column.kind': None
  'column.phone': None
  'column.region': None
  'column.member_no': None
  'column.lawful_basis': None
  'column.occurred_at': None
  'column.producer': None
  'column.crop': None
  'column.quantity': None
  'column.measurement_method': None
  'column.season': None
  'column.grade': None
  'column.note': None
  'column.holder': None
  'column.inputs': None
  'column.location': None
  'column.from_party': None
  'column.to_party': None
  'column.lot_id': None
  'column.obligation_id': None
  'column.agreed_price': None
  'column.channel': None
  'column.cause': None
  'column.obligor': None
  'column.obligee': None
  'column.payer': None
  'column.payee': None
  'column.method': None
  'column.purpose': None
  'column.settles': None
  'column.reference': None
  'column.amount': None
  'column.due_at': None
  'column.reason': None
  'column.name': None
  'column.country': None
  'column.crops': None
  'column.area_ha': None
  'column.reference_number': None
  'column.verification_number': None
  'column.filed_by': None
  'column.filed_at': None
  'reading.whichParty': { readonly parties: Text | number }
  'reading.whichPartyById': { readonly parties: Text | number }
  'reports.title': None
  'reports.by': None
  'reports.csv': None
  'reports.apart': None
  'reports.confirmed': None
  'reports.claimed': None
  'reports.day': None
  'reports.week': None
  'reports.season': None
  'reports.member': None
  'reports.place': None
  'reports.known.week': { readonly key: Text | number }
  'reports.known.month': { readonly key: Text | number }
  'reports.known.season': { readonly key: Text | number }
  'reports.noName': None
  'reports.noPlace': None
  'report.turned': None
  'report.turned.remedy': None
  'report.period': { readonly first: Text | number; readonly last: Text | number }
  'report.title': { readonly period: Text | number }
  'report.none': { readonly period: Text | number }
  'report.in': None
  'report.out': None
  'report.between': None
  'report.crop': None
  'report.deliveries': None
  'report.kilograms': None
  'report.measured': None
  'report.notCounted': None
  'report.claimed': None
  'report.withoutKg': { readonly count: number }
  'report.forked': { readonly count: number }
  'audit.title': None
  'audit.about': None
  'audit.person': None
  'audit.repeated': { readonly count: number }
  'audit.by': None
  'audit.record': None
  'audit.refused': None
  'audit.records': None
  'audit.one': None
  'audit.nobody': None
  'audit.actAndOutcome': { readonly act: Text | number; readonly outcome: Text | number }
  'audit.noAccount': { readonly name: Text | number }
  'audit.noAccount.remedy': None
  'audit.noRecord': { readonly id: Text | number }
  'audit.noRecord.remedy': None
  'audit.limit': { readonly text: Text | number }
  'audit.limit.remedy': None
  'audit.older': None
  'audited.access-request.list': None
  'audited.access-request.show': None
  'audited.access_request': None
  'audited.access_request_decision': None
  'audited.access_request_match': None
  'audited.access_request_refusal': None
  'audited.access_request_withdrawal': None
  'audited.anchor_key': None
  'audited.anchor_run': None
  'audited.append': None
  'audited.append_inference': None
  'audited.audit': None
  'audited.backup': None
  'audited.backup.suspension': None
  'audited.backup_begun': None
  'audited.backup_key': None
  'audited.backup_pruned': None
  'audited.chain': None
  'audited.changes': None
  'audited.chore': None
  'audited.clock_confirmed': None
  'audited.close': None
  'audited.credential': None
  'audited.credential.list': None
  'audited.credential_revocation': None
  'audited.delegation': None
  'audited.delegation.list': None
  'audited.delegation_revocation': None
  'audited.device': None
  'audited.device.list': None
  'audited.device_revocation': None
  'audited.disclosures': None
  'audited.enrolment': None
  'audited.events': None
  'audited.evidence': None
  'audited.export': None
  'audited.grant': None
  'audited.grant.held': None
  'audited.grant.list': None
  'audited.grant_revocation': None
  'audited.import.people': None
  'audited.init': None
  'audited.list': None
  'audited.lot.pack': None
  'audited.member.seen': None
  'audited.member.statement': None
  'audited.notification_told': None
  'audited.notifications.list': None
  'audited.objection': None
  'audited.objection.list': None
  'audited.objection_withdrawal': None
  'audited.origin': None
  'audited.party.alike': None
  'audited.party.claiming': None
  'audited.party.different': None
  'audited.party.list': None
  'audited.party.others': None
  'audited.proof': None
  'audited.read': None
  'audited.read_inference': None
  'audited.receipt': None
  'audited.registry_row': None
  'audited.report': None
  'audited.request': None
  'audited.restore': None
  'audited.restore_confirmed': None
  'audited.settings': None
  'audited.sign_of_life': None
  'audited.staff': None
  'audited.staff.list': None
  'audited.staff_end': None
  'audited.staff_password': None
  'audited.staff_recovery_codes': None
  'audited.staff_reset': None
  'audited.staff_role': None
  'audited.staff_second_factor': None
  'audited.staff_sign_in': None
  'audited.subject-access.list': None
  'audited.subject_access': None
  'audited.subject_access_answer': None
  'audited.subject_access_request': None
  'audited.upload': None
  'audited.tls_authority': None
  'lots.title': None
  'lots.new': None
  'lots.formed': None
  'lots.left': None
  'lots.holder': None
  'lots.balance': None
  'lots.agrees': None
  'lots.breached': None
  'lots.incomplete': None
  'lots.broken': None
  'lots.hidden': None
  'lots.of': { readonly crop: Text | number; readonly day: Text | number }
  'lots.notCurrent': None
  'lots.handOver': None
  'lots.loss': None
  'lots.sell': None
  'lots.record': None
  'lots.custody': None
  'lots.heldBy': { readonly name: Text | number; readonly since: Text | number }
  'lots.heldByHidden': { readonly name: Text | number }
  'lots.heldByUnknown': None
  'lots.brokenMeans': None
  'lots.formedBy': { readonly day: Text | number; readonly name: Text | number }
  'lots.handed': { readonly day: Text | number; readonly from: Text | number; readonly to: Text | number }
  'lots.notWeighed': None
  'lots.notCounted': None
  'lots.inputs': None
  'lots.declared': None
  'lots.outputs': None
  'lots.losses': None
  'lots.formation': { readonly kg: Text | number }
  'lots.leg': { readonly day: Text | number; readonly kg: Text | number; readonly expected: Text | number; readonly difference: Text | number }
  'lots.leftOut': { readonly count: number }
  'lots.tolerance': { readonly percent: Text | number }
  'lots.madeOf': None
  'lots.noInputs': None
  'lots.drawn': None
  'lots.unread': None
  'lots.noLot': { readonly id: Text | number }
  'lots.noLot.remedy': None
  'plots.title': { readonly name: Text | number }
  'plots.add': None
  'plots.member': None
  'plots.none': None
  'plots.more': None
  'plots.unnamed': None
  'plots.drawing': { readonly name: Text | number }
  'plots.stated': None
  'plots.drawn': None
  'plots.hectares': { readonly hectares: Text | number }
  'plots.notStated': None
  'plots.drawnAs': { readonly hectares: Text | number; readonly corners: number }
  'plots.onePoint': None
  'plots.noOutline': None
  'plots.notDrawn': None
  'plots.again': { readonly name: Text | number }
  'plots.change': { readonly name: Text | number }
  'plots.record': { readonly name: Text | number }
  'plots.of': { readonly name: Text | number; readonly holder: Text | number }
  'plots.liesOn': None
  'plots.crowded': None
  'plots.undrawable': None
  'plots.undrawable.remedy': None
  'plots.flag.geometry_missing': None
  'plots.flag.geometry_invalid': None
  'plots.flag.geometry_too_coarse': None
  'plots.flag.polygon_required': None
  'plots.flag.area_mismatch': None
  'plots.flag.plots_overlap': None
  'newPlot.title': None
  'newPlot.titleOf': { readonly name: Text | number }
  'newPlot.againTitle': { readonly name: Text | number }
  'newPlot.notOurs': None
  'newPlot.drawing': None
  'newPlot.boundary': None
  'newPlot.boundaryHelp': None
  'newPlot.point': None
  'newPlot.pointHelp': None
  'newPlot.kept': None
  'newPlot.both': None
  'newPlot.neither': None
  'newPlot.fault': { readonly message: Text | number; readonly remedy: Text | number }
  'newPlot.swapped': None
  'newPlot.closed': { readonly metres: number }
  'newPlot.back': None
  'origin.title': None
  'origin.complete': None
  'origin.incomplete': None
  'origin.source': None
  'origin.named': None
  'origin.holder': None
  'origin.unknown': None
  'origin.all': None
  'origin.records': { readonly count: number }
  'origin.faults': None
  'origin.times': { readonly count: number }
  'origin.record': { readonly number: Text | number }
  'origin.notShown': { readonly plots: number; readonly faults: number; readonly kg: Text | number }
  'origin.fault.superseded': None
  'origin.fault.forked': None
  'origin.fault.retracted': None
  'origin.fault.reference_unresolved': None
  'origin.fault.plot_unresolved': None
  'origin.fault.plot_missing': None
  'origin.fault.mass_unknown': None
  'origin.fault.input_overdrawn': None
  'origin.fault.mass_balance_discrepancy': None
  'origin.fault.circular': None
  'origin.fault.too_deep': None
  'origin.fault.too_many': None
  'origin.fault.changed_meanwhile': None
  'origin.plots': None
  'origin.plot': None
  'origin.how': None
  'origin.isNamed': None
  'origin.isOfHolder': None
  'origin.noPlots': None
  'origin.more': { readonly count: Text | number }
  'origin.statements': None
  'origin.noStatements': None
  'origin.addStatement': None
  'pack.title': None
  'pack.what': None
  'pack.withPrices': None
  'pack.withPricesHelp': None
  'pack.make': None
  'pack.busy': None
  'pack.brokenOff': None
  'pack.busyTitle': None
  'pack.own': None
  'pack.others': None
  'pack.noLot': { readonly id: Text | number }
  'pack.noLot.remedy': None
  'pack.folderNotEmpty': { readonly path: Text | number }
  'pack.folderNotEmpty.remedy': None
  'pack.folderFault': { readonly path: Text | number; readonly code: Text | number }
  'pack.folderFault.remedy': None
  'pack.filesIn': { readonly count: number; readonly path: Text | number }
  'pack.incomplete': None
  'pack.incomplete.remedy': None
  'pack.noRoom': None
  'pack.noRoom.remedy': None
  'pack.consentChanged': None
  'pack.consentChanged.remedy': None
  'pack.fault.superseded': None
  'pack.fault.superseded.remedy': None
  'pack.fault.forked': None
  'pack.fault.forked.remedy': None
  'pack.fault.retracted': None
  'pack.fault.retracted.remedy': None
  'pack.fault.reference_unresolved': None
  'pack.fault.reference_unresolved.remedy': None
  'pack.fault.plot_unresolved': None
  'pack.fault.plot_unresolved.remedy': None
  'pack.fault.plot_missing': None
  'pack.fault.plot_missing.remedy': None
  'pack.fault.mass_unknown': None
  'pack.fault.mass_unknown.remedy': None
  'pack.fault.input_overdrawn': None
  'pack.fault.input_overdrawn.remedy': None
  'pack.fault.mass_balance_discrepancy': None
  'pack.fault.mass_balance_discrepancy.remedy': None
  'pack.fault.circular': None
  'pack.fault.circular.remedy': None
  'pack.fault.too_deep': None
  'pack.fault.too_deep.remedy': None
  'pack.fault.too_many': None
  'pack.fault.too_many.remedy': None
  'pack.fault.changed_meanwhile': None
  'pack.fault.changed_meanwhile.remedy': None
  'pack.fault.geometry_missing': None
  'pack.fault.geometry_missing.remedy': None
  'pack.fault.geometry_invalid': None
  'pack.fault.geometry_invalid.remedy': None
  'pack.fault.geometry_too_coarse': None
  'pack.fault.geometry_too_coarse.remedy': None
  'pack.fault.polygon_required': None
  'pack.fault.polygon_required.remedy': None
  'pack.fault.area_mismatch': None
  'pack.fault.area_mismatch.remedy': None
  'pack.fault.plots_overlap': None
  'pack.fault.plots_overlap.remedy': None
  'pack.fault.hole': None
  'pack.fault.hole.remedy': None
  'pack.fault.area_missing': None
  'pack.fault.area_missing.remedy': None
  'pack.otherFault': { readonly code: Text | number }
  'pack.otherFault.remedy': None
  'summary.title': None
  'summary.lot': None
  'summary.made': None
  'summary.madeBy': { readonly day: Text | number; readonly maker: Text | number }
  'summary.aCooperative': None
  'summary.what': None
  'summary.goods': None
  'summary.hs': None
  'summary.noHs': None
  'summary.scientific': None
  'summary.notInRegistry': None
  'summary.countries': None
  'summary.notKnown': None
  'summary.harvested': None
  'summary.noHarvest': None
  'summary.delivered': None
  'summary.noDelivery': None
  'summary.onDay': { readonly day: Text | number; readonly count: number }
  'summary.between': { readonly first: Text | number; readonly last: Text | number; readonly count: number }
  'summary.kilograms': None
  'summary.inAll': None
  'summary.named': None
  'summary.namedKg': { readonly kg: Text | number }
  'summary.byHolder': None
  'summary.holderKg': { readonly kg: Text | number }
  'summary.unknown': None
  'summary.unknownKg': { readonly kg: Text | number }
  'summary.complete': None
  'summary.yes': None
  'summary.no': None
  'summary.plots': None
  'summary.plotCount': { readonly count: number; readonly drawn: Text | number }
  'summary.onlyInTable': { readonly count: Text | number }
  'summary.notShown': { readonly count: number; readonly kg: Text | number }
  'summary.files': None
  'summary.readFaults': None
  'summary.uploadPlots': None
  'summary.plotsTable': None
  'summary.screening': None
  'summary.plotIsHome': None
  'summary.statement': None
  'summary.noStatement': None
  'summary.reference': { readonly reference: Text | number; readonly day: Text | number }
  'summary.verified': { readonly reference: Text | number; readonly verification: Text | number; readonly day: Text | number }
  'summary.faults': None
  'summary.noFaults': None
  'summary.fault': { readonly count: Text | number; readonly code: Text | number; readonly means: Text | number }
  'summary.toDo': { readonly remedy: Text | number }
  'summary.more': { readonly count: number }
  'summary.faultsNotShown': { readonly count: number }
  'summary.proofs': None
  'summary.noRoot': None
  'summary.proofsGiven': { readonly count: number }
  'summary.proofsWithPrice': { readonly count: number }
  'summary.proofsMissing': { readonly count: number }
  'newLot.title': None
  'newLot.place': None
  'newLot.find': None
  'newLot.used': { readonly count: number }
  'newLot.none': None
  'newLot.which': None
  'newLot.suggested': None
  'newLot.left': None
  'newLot.drawn': None
  'newLot.kgOf': { readonly of: Text | number }
  'newLot.lot': None
  'newLot.noKg': None
  'newLot.tooMany': { readonly most: Text | number }
  'newLot.weigh': { readonly kg: Text | number }
  'newLot.sum': { readonly kg: Text | number; readonly count: number }
  'newLot.of': None
  'newLot.deliveries': None
  'newLot.lots': None
  'newLot.many': { readonly most: Text | number }
  'newLot.several': None
  'newLot.next': None
  'newLot.together': None
  'newLot.do': None
  'newLot.gone': { readonly of: Text | number }
  'newLot.changed': { readonly of: Text | number }
  'newLot.unknown': { readonly of: Text | number }
  'newLot.tooMuch': { readonly of: Text | number; readonly kg: Text | number; readonly left: Text | number }
  'newLot.part': { readonly of: Text | number; readonly kg: Text | number; readonly left: Text | number }
  'consent.title': None
  'consent.of': { readonly name: Text | number }
  'consent.asked': None
  'consent.nobodyAsked': None
  'consent.notAsked': None
  'consent.ending': None
  'consent.noneEnds': None
  'consent.due': None
  'consent.dueWhat': None
  'consent.givenAt': None
  'consent.renew': None
  'consent.subject': None
  'consent.askedAt': None
  'consent.dueBy': None
  'consent.overdue': { readonly at: Text | number }
  'consent.answer': None
  'consent.managerAnswers': None
  'consent.ask': None
  'consent.askMeans': None
  'consent.twice': { readonly name: Text | number }
  'consent.otherEntry': None
  'consent.grants': None
  'consent.mandates': None
  'consent.noMandates': None
  'consent.objections': None
  'consent.noObjections': None
  'consent.takenBack': { readonly at: Text | number }
  'consent.back': None
  'consent.toReadOut': None
  'consent.readOut': { readonly name: Text | number }
  'consent.notAgreed': None
  'consent.written.grant': None
  'consent.written.delegation': None
  'consent.written.objection': None
  'consent.written.ended': None
  'consent.written.request': None
  'consent.written.answer': None
  'consent.said.opens': { readonly reader: Text | number; readonly seen: Text | number; readonly until: Text | number }
  'consent.said.opensFrom': { readonly reader: Text | number; readonly seen: Text | number; readonly from: Text | number; readonly until: Text | number }
  'consent.said.only': { readonly purpose: Text | number }
  'consent.said.purpose': { readonly name: Text | number; readonly meaning: Text | number }
  'consent.said.between': { readonly from: Text | number; readonly to: Text | number }
  'consent.said.since': { readonly from: Text | number }
  'consent.said.upTo': { readonly to: Text | number }
  'consent.said.party': { readonly seen: Text | number }
  'consent.said.plot': { readonly seen: Text | number }
  'consent.said.keep': { readonly until: Text | number }
  'consent.said.replaces': None
  'consent.said.beside': None
  'consent.said.takeBack': None
  'consent.said.asks': { readonly asker: Text | number; readonly reason: Text | number }
  'consent.said.free': None
  'consent.said.ifAgree': None
  'consent.said.ever': None
  'consent.said.noKeep': None
  'consent.noParty': { readonly id: Text | number }
  'consent.noParty.remedy': None
  'consent.twice.consent': { readonly name: Text | number }
  'consent.twice.objection': { readonly name: Text | number }
  'consent.twice.answer': { readonly name: Text | number }
  'consent.thisParty': None
  'grant.new': None
  'grant.of': { readonly name: Text | number }
  'grant.renews': { readonly at: Text | number }
  'grant.agreed': None
  'grant.grantee': None
  'grant.types': None
  'grant.noTypes': None
  'grant.from': None
  'grant.until': None
  'grant.untilHelp': None
  'grant.channel': None
  'grant.evidence': None
  'grant.evidenceHelp': None
  'mandate.new': None
  'mandate.of': { readonly name: Text | number }
  'mandate.agreed': None
  'mandate.principal': None
  'mandate.delegate': None
  'mandate.to': None
  'mandate.toHelp': None
  'mandate.acts': None
  'mandate.types': None
  'mandate.from': None
  'mandate.said.lets': { readonly delegate: Text | number; readonly from: Text | number; readonly until: Text | number }
  'mandate.said.may': { readonly acts: Text | number }
  'mandate.said.act.assert': None
  'mandate.said.act.correct': None
  'mandate.said.act.confirm': None
  'mandate.said.act.object': None
  'mandate.said.types': { readonly types: Text | number }
  'mandate.said.end': None
  'mandate.noMandate': { readonly id: Text | number }
  'mandate.noMandate.remedy': None
  'mandate.recorded': { readonly id: Text | number }
  'mandate.line.mandate': None
  'mandate.line.of': None
  'mandate.line.acts': None
  'mandate.line.from': None
  'mandate.line.early': None
  'mandate.line.yes': None
  'mandate.line.no': None
  'act.assert': None
  'act.correct': None
  'act.confirm': None
  'act.object': None
  'objection.new': None
  'objection.of': { readonly name: Text | number }
  'objection.agreed': None
  'objection.help': None
  'objection.purposes': None
  'objection.types': None
  'objection.lodged': None
  'objection.said.allAny': None
  'objection.said.someAny': { readonly seen: Text | number }
  'objection.said.allFor': { readonly purposes: Text | number }
  'objection.said.someFor': { readonly seen: Text | number; readonly purposes: Text | number }
  'objection.said.then': { readonly before: Text | number; readonly next: Text | number }
  'objection.said.or': { readonly before: Text | number; readonly last: Text | number }
  'objection.said.holds': None
  'objection.said.hear': None
  'objection.effect.allAny': None
  'objection.effect.allFor': { readonly purposes: Text | number }
  'objection.effect.someAny': { readonly types: Text | number }
  'objection.effect.someFor': { readonly types: Text | number; readonly purposes: Text | number }
  'objection.effect.stopped': { readonly records: Text | number }
  'objection.effect.stoppedForThat': { readonly records: Text | number }
  'objection.effect.stopped_nothing_no_records': None
  'objection.effect.stopped_nothing_out_of_scope': None
  'objection.effect.stopped_nothing_exempt': None
  'objection.effect.stopped_nothing_consent_only': None
  'objection.effect.exempt': { readonly records: Text | number; readonly basis: Text | number }
  'objection.effect.exemptByLaw': { readonly records: Text | number; readonly basis: Text | number; readonly section: Text | number; readonly law: Text | number }
  'objection.effect.outOfScope': { readonly records: Text | number }
  'objection.effect.othersDecide': { readonly records: Text | number }
  'objection.effect.consentOnly': { readonly records: Text | number }
  'objection.effect.opened': { readonly types: Text | number; readonly reader: Text | number; readonly purpose: Text | number; readonly until: Text | number }
  'objection.effect.moreOpened': { readonly count: number }
  'objection.effect.takeBackThat': None
  'objection.effect.takeBackAny': None
  'objection.effect.later': None
  'objection.effect.stillRead': None
  'objection.effect.takeBack': None
  'objection.then.allAny': { readonly day: Text | number }
  'objection.then.allFor': { readonly day: Text | number; readonly purposes: Text | number }
  'objection.then.someAny': { readonly day: Text | number; readonly types: Text | number }
  'objection.then.someFor': { readonly day: Text | number; readonly types: Text | number; readonly purposes: Text | number }
  'objection.then.stopped': { readonly records: Text | number }
  'objection.then.stopped_nothing_no_records': None
  'objection.then.stopped_nothing_out_of_scope': None
  'objection.then.stopped_nothing_exempt': None
  'objection.then.stopped_nothing_consent_only': None
  'objection.then.holds': None
  'objection.then.takenBack': { readonly day: Text | number }
  'objection.noObjection': { readonly id: Text | number }
  'objection.noObjection.remedy': None
  'objection.recorded': None
  'objection.toWithdrawConsent': { readonly id: Text | number }
  'objection.toWithdraw': { readonly id: Text | number }
  'objection.withdrawn': { readonly id: Text | number; readonly at: Text | number }
  'objection.line.objection': None
  'objection.line.purposes': None
  'objection.line.everyPurpose': None
  'objection.line.everyType': None
  'objection.line.lodged': None
  'objection.line.stopped': None
  'objection.line.inForce': None
  'objection.line.withdrawn': { readonly at: Text | number }
  'objection.line.stopped_some': None
  'objection.line.stopped_nothing_no_records': None
  'objection.line.stopped_nothing_out_of_scope': None
  'objection.line.stopped_nothing_exempt': None
  'objection.line.stopped_nothing_consent_only': None
  'ending.grant': None
  'ending.delegation': None
  'ending.objection': None
  'ending.how': None
  'ending.grantWhat': { readonly subject: Text | number; readonly reader: Text | number; readonly types: Text | number; readonly purpose: Text | number }
  'ending.grantMeans': { readonly reader: Text | number }
  'ending.mandateWhat': { readonly delegate: Text | number; readonly principal: Text | number }
  'ending.mandateMeans': None
  'ending.objectionMeans': None
  'grant.replaces': None
  'grant.replacesNone': None
  'grant.replacesThis': { readonly reader: Text | number; readonly purpose: Text | number; readonly until: Text | number }
  'grant.noGrant': { readonly id: Text | number }
  'grant.noGrant.remedy': None
  'grant.nothingWritten': None
  'grant.recorded': { readonly id: Text | number }
  'grant.over': { readonly id: Text | number; readonly at: Text | number }
  'grant.doTheyAgree': None
  'grant.readOut': { readonly name: Text | number }
  'grant.line.none': None
  'grant.line.grant': None
  'grant.line.to': None
  'grant.line.for': None
  'grant.line.types': None
  'grant.line.until': None
  'grant.line.from': None
  'grant.line.before': None
  'grant.line.keep': None
  'grant.line.replaces': None
  'grant.line.request': None
  'grant.line.status': None
  'grant.line.withdrawn': { readonly at: Text | number }
  'terms.from': None
  'terms.fromHelp': None
  'terms.to': None
  'terms.keep': None
  'terms.keepHelp': None
  'terms.fromDay': { readonly day: Text | number }
  'terms.toDay': { readonly day: Text | number }
  'terms.keepDay': { readonly day: Text | number }
  'requests.title': None
  'requests.none': None
  'requests.toMatch': None
  'requests.toAsk': None
  'requests.setAside': None
  'requests.asker': None
  'requests.for': None
  'requests.about': None
  'requests.asked': None
  'requests.lapses': None
  'requests.open': None
  'requests.aboutPhone': { readonly phone: Text | number }
  'requests.aboutNumber': { readonly number: Text | number }
  'requests.aboutParty': { readonly party: Text | number }
  'requests.of': { readonly asker: Text | number }
  'requests.reason': None
  'requests.terms': None
  'requests.until': None
  'requests.status': None
  'requests.who': None
  'requests.whoHelp': None
  'requests.noCandidate': None
  'requests.byOwnWord': { readonly name: Text | number }
  'requests.another': None
  'requests.anotherName': None
  'requests.nobody': None
  'requests.choose': None
  'requests.match': None
  'requests.unknownParty': None
  'requests.isAbout': { readonly name: Text | number }
  'requests.isNobody': None
  'requests.rematch': None
  'requests.narrower': None
  'requests.narrowerHelp': None
  'requests.types': { readonly asker: Text | number }
  'requests.refuse': None
  'requests.refuseMeans': { readonly name: Text | number; readonly asker: Text | number }
  'requests.refuseSure': None
  'requests.written.matched': None
  'requests.written.granted': None
  'requests.written.refused': None
  'requests.status.open': None
  'requests.status.granted': None
  'requests.status.ended': None
  'requests.theirs': None
  'requests.noRequest': { readonly id: Text | number }
  'requests.noRequest.remedy': None
  'requests.notMatched': None
  'requests.notMatched.remedy': { readonly id: Text | number }
  'requests.isById': None
  'requests.isById.remedy': { readonly id: Text | number }
  'requests.isAboutAnother': None
  'requests.isAboutAnother.remedy': None
  'requests.noPerson': None
  'requests.noPerson.remedy': None
  'requests.refused': { readonly person: Text | number; readonly asker: Text | number }
  'requests.lapsesAlone': None
  'requests.matchedTo': { readonly person: Text | number; readonly id: Text | number }
  'requests.nothingWritten': None
  'paper.by': { readonly name: Text | number; readonly cooperative: Text | number; readonly day: Text | number }
  'paper.sign': None
  'paper.witness': None
  'paper.clerk': None
  'paper.number': { readonly id: Text | number }
  'paper.help': None
  'paper.unreviewed': None
  'access.title': None
  'access.help': None
  'access.handedOver': None
  'answer.title': None
  'answer.asked': None
  'answer.dueBy': { readonly at: Text | number; readonly day: Text | number }
  'answer.part.records': None
  'answer.part.grants': None
  'answer.part.objections': None
  'answer.part.delegations': None
  'answer.part.redactions': None
  'answer.part.disclosures': None
  'answer.nothing': None
  'answer.nobody': None
  'answer.toNobody': None
  'answer.canDo': None
  'answer.canDoThis': None
  'answer.law': { readonly law: Text | number }
  'answer.you': None
  'answer.namedInThem': None
  'answer.recordCount': { readonly count: number }
  'answer.recordLine': { readonly day: Text | number; readonly what: Text | number }
  'answer.grant.live': { readonly subject: Text | number; readonly types: Text | number; readonly reader: Text | number; readonly purpose: Text | number; readonly until: Text | number }
  'answer.grant.liveGiven': { readonly subject: Text | number; readonly types: Text | number; readonly reader: Text | number; readonly purpose: Text | number; readonly until: Text | number; readonly manner: Text | number }
  'answer.grant.revoked': { readonly subject: Text | number; readonly types: Text | number; readonly reader: Text | number; readonly purpose: Text | number; readonly until: Text | number }
  'answer.grant.revokedGiven': { readonly subject: Text | number; readonly types: Text | number; readonly reader: Text | number; readonly purpose: Text | number; readonly until: Text | number; readonly manner: Text | number }
  'answer.grant.expired': { readonly subject: Text | number; readonly types: Text | number; readonly reader: Text | number; readonly purpose: Text | number; readonly until: Text | number }
  'answer.grant.expiredGiven': { readonly subject: Text | number; readonly types: Text | number; readonly reader: Text | number; readonly purpose: Text | number; readonly until: Text | number; readonly manner: Text | number }
  'answer.mandate': { readonly delegate: Text | number; readonly principal: Text | number; readonly acts: Text | number; readonly types: Text | number; readonly from: Text | number; readonly until: Text | number; readonly manner: Text | number }
  'answer.mandateEnded': { readonly delegate: Text | number; readonly principal: Text | number; readonly acts: Text | number; readonly types: Text | number; readonly from: Text | number; readonly until: Text | number; readonly manner: Text | number }
  'answer.act.assert': None
  'answer.act.correct': None
  'answer.act.confirm': None
  'answer.act.object': None
  'answer.how.app': None
  'answer.how.ussd_pin': None
  'answer.how.in_person': None
  'answer.how.written': None
  'answer.how.in_person_signature': None
  'answer.how.ussd_confirmation': None
  'answer.how.witnessed': None
  'answer.how.organisational_bylaw': None
  'answer.howElse': { readonly code: Text | number }
  'answer.leftOut': { readonly members: Text | number }
  'answer.leftOutTimes': { readonly member: Text | number; readonly count: number }
  'answer.member.asserted_by': None
  'answer.member.on_behalf_of': None
  'answer.member.from_party': None
  'answer.member.to_party': None
  'answer.member.producer': None
  'answer.member.holder': None
  'answer.member.obligor': None
  'answer.member.obligee': None
  'answer.member.payer': None
  'answer.member.payee': None
  'answer.member.party': None
  'answer.member.same_as': None
  'answer.member.filed_by': None
  'answer.member.inputs': None
  'answer.member.custodian': None
  'answer.member.grantee': None
  'answer.member.subject': None
  'answer.member.principal': None
  'answer.member.delegate': None
  'answer.member.lodged_by': None
  'answer.member.device_id': None
  'answer.member.delegation_id': None
  'answer.record.party': { readonly facts: Text | number }
  'answer.record.harvest': { readonly producer: Text | number; readonly goods: Text | number }
  'answer.record.lot': { readonly holder: Text | number; readonly goods: Text | number }
  'answer.record.delivery': { readonly from: Text | number; readonly to: Text | number; readonly goods: Text | number }
  'answer.record.deliveryPriced': { readonly from: Text | number; readonly to: Text | number; readonly goods: Text | number; readonly price: Text | number }
  'answer.record.delivery_confirmation': { readonly manner: Text | number }
  'answer.record.payment_confirmation': { readonly manner: Text | number }
  'answer.record.custody_transfer': { readonly from: Text | number; readonly to: Text | number }
  'answer.record.custody_transferWeighed': { readonly from: Text | number; readonly to: Text | number; readonly goods: Text | number }
  'answer.record.loss': { readonly cause: Text | number; readonly goods: Text | number }
  'answer.record.obligation': { readonly obligor: Text | number; readonly obligee: Text | number; readonly facts: Text | number }
  'answer.record.payment': { readonly payer: Text | number; readonly amount: Text | number; readonly payee: Text | number; readonly facts: Text | number }
  'answer.record.retraction': { readonly reason: Text | number }
  'answer.record.plot': { readonly holder: Text | number; readonly country: Text | number }
  'answer.record.plotNamed': { readonly name: Text | number; readonly holder: Text | number; readonly country: Text | number }
  'answer.record.due_diligence': { readonly filer: Text | number; readonly facts: Text | number }
  'answer.record.due_diligenceOn': { readonly filer: Text | number; readonly day: Text | number; readonly facts: Text | number }
  'answer.record.member': { readonly member: Text | number; readonly value: Text | number }
  'answer.fact.name': { readonly name: Text | number }
  'answer.fact.kind': { readonly kind: Text | number }
  'answer.fact.unknownKind': None
  'answer.fact.phone': { readonly phone: Text | number }
  'answer.fact.region': { readonly region: Text | number }
  'answer.fact.memberNo': { readonly number: Text | number }
  'answer.fact.due': { readonly day: Text | number }
  'answer.fact.crops': { readonly crops: Text | number }
  'answer.fact.hectares': { readonly figure: Text | number; readonly area: number }
  'answer.fact.at': { readonly coordinates: Text | number }
  'answer.fact.noCoordinates': None
  'answer.fact.plot': None
  'answer.fact.plotNamed': { readonly name: Text | number }
  'answer.fact.reference': { readonly number: Text | number }
  'answer.fact.verification': { readonly number: Text | number }
  'answer.goods.of': { readonly quantity: Text | number; readonly crop: Text | number }
  'answer.goods.none': None
  'answer.goods.noneOf': { readonly crop: Text | number }
  'answer.goods.called': { readonly quantity: Text | number; readonly label: Text | number }
  'answer.goods.reckoned': { readonly goods: Text | number; readonly kg: Text | number }
  'answer.owed.deliver_produce': None
  'answer.owed.repay_input_credit': None
  'answer.owed.repay_loan': None
  'answer.owed.pay_for_goods': None
  'answer.owed.other': None
  'answer.owedElse': { readonly kind: Text | number }
  'answer.otherReason': None
  'answer.recorded': { readonly author: Text | number; readonly recorded: Text | number; readonly received: Text | number }
  'answer.recordedFor': { readonly author: Text | number; readonly principal: Text | number; readonly recorded: Text | number; readonly received: Text | number }
  'answer.basis': { readonly basis: Text | number }
  'answer.basisByLaw': { readonly basis: Text | number; readonly section: Text | number }
  'answer.is.tip': None
  'answer.is.superseded': None
  'answer.is.forked': None
  'answer.is.retracted': None
  'answer.more.season': { readonly text: Text | number }
  'answer.more.grade': { readonly text: Text | number }
  'answer.more.location': { readonly text: Text | number }
  'answer.more.note': { readonly text: Text | number }
  'answer.more.inputs': { readonly count: number }
  'answer.more.settles': { readonly count: number }
  'answer.more.reference': { readonly text: Text | number }
  'answer.more.plot_ids': { readonly count: number }
  'answer.more.evidence': { readonly count: number }
  'answer.more.confirmed': None
  'answer.more.marked': { readonly flags: Text | number }
  'answer.prediction': { readonly model: Text | number; readonly version: Text | number; readonly name: Text | number; readonly value: Text | number; readonly count: number }
  'answer.predictionBy': { readonly author: Text | number; readonly received: Text | number }
  'answer.confidence': { readonly figure: Text | number }
  'answer.stale.input_retracted': None
  'answer.stale.input_forked': None
  'answer.stale.input_superseded': None
  'answer.stale.input_not_readable': None
  'answer.noRequest': { readonly id: Text | number }
  'answer.noRequest.remedy': None
  'answer.wasAnswered': { readonly at: Text | number }
  'answer.wasAnswered.remedy': None
  'answer.noneToClose': { readonly id: Text | number }
  'answer.noneToClose.remedy': None
  'answer.opened': { readonly at: Text | number }
  'answer.toWrite': { readonly id: Text | number }
  'answer.notYet': None
  'answer.overdue': { readonly at: Text | number }
  'answer.line.name': None
  'answer.line.dueBy': None
  'answer.line.answered': None
  'answer.line.request': None
  'answer.isIn': { readonly file: Text | number }
  'answer.progress': { readonly records: number; readonly disclosures: number }
  'readers.title': None
  'readers.add': None
  'readers.live': None
  'readers.asMember': None
  'readers.allRead': None
  'readers.tokens': None
  'readers.noTokens': None
  'readers.kind': None
  'readers.kind.reader': None
  'readers.kind.party': None
  'readers.kind.metrics': None
  'readers.until': None
  'readers.untilHelp': None
  'readers.forever': None
  'readers.make': None
  'readers.made': None
  'readers.once': None
  'readers.revoke': None
  'readers.revokeMeans': { readonly name: Text | number }
  'readers.ended': None
  'invitation.title': None
  'invitation.from': None
  'invitation.for': None
  'invitation.valid': None
  'invitation.until': { readonly at: Text | number }
  'invitation.address': None
  'invitation.token': None
  'invitation.call': None
  'invitation.theCooperative': None
  'invitation.toDo': None
  'invitation.trustAuthority': { readonly url: Text | number }
  'invitation.compareCertificate': None
  'invitation.signIn': { readonly url: Text | number }
  'invitation.listForEach': None
  'invitation.withPassword': { readonly url: Text | number }
  'invitation.list': None
  'invitation.toKnow': None
  'invitation.isNoted': None
  'invitation.keepSafe': None
  'readers.mayRead': None
  'readers.nothing': None
  'readers.hasRead': None
  'once.again': None
  'once.unreachable': None
  'devices.title': None
  'devices.none': None
  'devices.device': None
  'devices.whose': None
  'devices.whoseHelp': None
  'devices.sent': None
  'devices.fetched': None
  'devices.clock': None
  'devices.nothing': None
  'devices.all': { readonly at: Text | number }
  'devices.part': { readonly at: Text | number }
  'devices.taken': { readonly count: number }
  'devices.rejected': { readonly count: number }
  'devices.clockRight': None
  'devices.clockBehind': { readonly time: Text | number }
  'devices.clockAhead': { readonly time: Text | number }
  'devices.new': None
  'devices.life': None
  'devices.life.hour': None
  'devices.life.day': None
  'devices.life.week': None
  'devices.since': None
  'devices.sinceHelp': None
  'devices.enrol': None
  'devices.code': None
  'devices.scan': { readonly name: Text | number; readonly until: Text | number }
  'devices.type': None
  'devices.address': None
  'devices.qr': None
  'devices.revoke': None
  'devices.revokeMeans': { readonly device: Text | number; readonly name: Text | number }
  'devices.ended': None
  'devices.unknown': { readonly id: Text | number }
  'devices.unknown.remedy': None
  'devices.badLife': { readonly text: Text | number; readonly days: Text | number }
  'devices.badLife.remedy': None
  'devices.sum.taken': { readonly figure: Text | number }
  'devices.sum.again': { readonly figure: Text | number }
  'devices.sum.refused': { readonly figure: Text | number; readonly reason: Text | number }
  'devices.sum.all': { readonly at: Text | number }
  'devices.sum.part': { readonly at: Text | number }
  'devices.remark.revoked': { readonly at: Text | number }
  'devices.remark.ahead': { readonly time: Text | number }
  'devices.remark.behind': { readonly time: Text | number }
  'credential.unknown': { readonly id: Text | number }
  'credential.unknown.remedy': None
  'import.title': None
  'import.of': { readonly name: Text | number }
  'import.what': None
  'import.sheet': None
  'import.map': None
  'import.mapHelp': None
  'import.read': None
  'import.noSheet': None
  'import.goOn': { readonly name: Text | number }
  'import.gone': None
  'import.running': None
  'import.leaveOpen': None
  'import.again': None
  'import.leave': None
  'import.done': None
  'import.columns': { readonly rows: number }
  'import.known': None
  'import.useKept': None
  'import.column': None
  'import.is': None
  'import.examples': None
  'import.noHeading': None
  'import.next': None
  'import.stopped': { readonly why: Text | number }
  'import.wasStopped': None
  'import.tryAgain': None
  'import.dry': None
  'import.rows': None
  'import.row.total': None
  'import.row.new': None
  'import.row.already_imported': None
  'import.row.changed': None
  'import.row.at_fault': None
  'import.row.left_out': None
  'import.written.total': None
  'import.written.new': None
  'import.written.already_imported': None
  'import.written.changed': None
  'import.written.at_fault': None
  'import.written.left_out': None
  'import.lacks.kg': None
  'import.lacks.day': None
  'import.lacks.number': None
  'import.made': None
  'import.toMake': None
  'import.there': None
  'import.refused': None
  'import.matches': None
  'import.member': None
  'import.row': None
  'import.spellings': None
  'import.changes': None
  'import.faults': None
  'import.fault': None
  'import.empty': None
  'import.faultAt': { readonly fault: Text | number; readonly remedy: Text | number }
  'import.theRow': { readonly fault: Text | number; readonly remedy: Text | number }
  'import.theRowAlso': { readonly fault: Text | number; readonly count: number; readonly rows: Text | number; readonly remedy: Text | number }
  'import.theCell': { readonly cell: Text | number; readonly fault: Text | number; readonly remedy: Text | number }
  'import.theCellAlso': { readonly cell: Text | number; readonly fault: Text | number; readonly count: number; readonly rows: Text | number; readonly remedy: Text | number }
  'import.cell': { readonly column: Text | number; readonly value: Text | number }
  'import.fault.isEmpty': None
  'import.fault.meansEmpty': None
  'import.fault.empty.remedy': None
  'import.fault.lacksInTable': { readonly member: Text | number; readonly table: Text | number }
  'import.fault.lacksInTable.remedy': None
  'import.fault.notInTable': { readonly table: Text | number }
  'import.fault.notInTable.remedy': None
  'import.fault.notAWord': None
  'import.fault.notAWord.remedy': { readonly words: Text | number }
  'import.fault.notText': None
  'import.fault.notText.remedy': None
  'import.fault.lostLetters': None
  'import.fault.lostLetters.remedy': None
  'import.fault.formula': None
  'import.fault.formula.remedy': None
  'import.fault.notReal': None
  'import.fault.notReal.remedy': None
  'import.fault.inFuture': None
  'import.fault.inFuture.remedy': None
  'import.fault.date.remedy': { readonly examples: Text | number }
  'import.fault.date.year': None
  'import.fault.date.years': None
  'import.fault.date.month': None
  'import.fault.date.notADay': None
  'import.fault.date.twoDates': None
  'import.fault.date.noFormat': None
  'import.fault.noRecord': None
  'import.fault.noRecord.remedy': None
  'import.fault.shape': { readonly member: Text | number; readonly fault: Text | number }
  'import.fault.shape.remedy': None
  'import.fault.toItself': None
  'import.fault.toItself.remedy': None
  'import.fault.startsAfterLot': None
  'import.fault.startsAfterLot.remedy': None
  'import.fault.noKgOfLot': None
  'import.fault.noKgOfLot.remedy': { readonly crop: Text | number }
  'import.fault.lacksRecord': { readonly type: Text | number; readonly missing: Text | number }
  'import.fault.lacksRecord.remedy': { readonly missing: Text | number; readonly type: Text | number }
  'import.fault.belowZero': None
  'import.fault.zero': None
  'import.fault.realAmount.remedy': None
  'import.fault.notANumber': None
  'import.fault.notANumber.remedy': { readonly example: Text | number }
  'import.fault.notANumberGrouped.remedy': { readonly example: Text | number; readonly grouped: Text | number }
  'import.fault.tare': None
  'import.fault.tare.remedy': { readonly column: Text | number }
  'import.fault.noUnit': None
  'import.fault.noUnit.remedy': { readonly units: Text | number }
  'import.fault.unknownUnit': None
  'import.fault.unknownUnit.remedy': { readonly units: Text | number }
  'import.fault.unknownUnitAfter.remedy': { readonly units: Text | number }
  'import.fault.factorOfOther': None
  'import.fault.factorOfOther.remedy': { readonly crop: Text | number; readonly map: Text | number }
  'import.fault.moreThan': { readonly most: Text | number }
  'import.fault.lessThan': { readonly least: Text | number }
  'import.fault.weight.remedy': None
  'import.fault.weightOfOne.remedy': { readonly containers: Text | number }
  'import.fault.notOfCurrency': None
  'import.fault.notOfCurrency.remedy': { readonly decimals: Text | number }
  'import.fault.noKgForPrice': None
  'import.fault.noKgForPrice.remedy': None
  'import.fault.noAmount': None
  'import.fault.noAmount.remedy': None
  'import.fault.noMember': None
  'import.fault.noMember.remedy': None
  'import.fault.person': { readonly name: Text | number; readonly number: Text | number }
  'import.fault.numberOf': { readonly person: Text | number }
  'import.fault.numberOf.remedy': None
  'import.fault.unlikeName': { readonly person: Text | number }
  'import.fault.unlikeName.remedy': None
  'import.fault.sameName': { readonly person: Text | number }
  'import.fault.samePhone': { readonly person: Text | number }
  'import.fault.same.remedy': None
  'import.fault.mayBe': { readonly people: Text | number }
  'import.fault.or': { readonly one: Text | number; readonly other: Text | number }
  'import.fault.mayBe.remedy': None
  'import.fault.known.phone_and_name': { readonly person: Text | number }
  'import.fault.known.phone': { readonly person: Text | number }
  'import.fault.known.name': { readonly person: Text | number }
  'import.fault.oneOf': { readonly people: Text | number }
  'import.fault.oneOf.remedy': None
  'import.fault.numberOfTwo': None
  'import.fault.numberOfTwo.remedy': None
  'import.fault.notAPhone': None
  'import.fault.notAPhone.remedy': None
  'import.fault.nobody': None
  'import.fault.nobody.remedy': None
  'import.fault.notAName': None
  'import.fault.notAName.remedy': None
  'import.fault.notImported': { readonly type: Text | number }
  'import.fault.notImported.remedy': None
  'import.fault.forked': { readonly type: Text | number }
  'import.fault.forked.remedy': { readonly id: Text | number }
  'import.fault.retracted': { readonly type: Text | number }
  'import.fault.retracted.remedy': None
  'import.fault.corrected': { readonly type: Text | number }
  'import.fault.corrected.remedy': { readonly id: Text | number }
  'import.fault.noLongerMade': { readonly type: Text | number }
  'import.fault.noLongerMade.remedy': { readonly type: Text | number; readonly id: Text | number }
  'import.fault.missingLot': None
  'import.fault.missingLot.remedy': None
  'import.fault.contradicted': None
  'import.fault.contradicted.remedy': None
  'import.fault.unlikeNames': None
  'import.fault.unlikeNames.remedy': None
  'import.fault.numberOfAnother': None
  'import.fault.numberOfAnother.remedy': None
  'import.fault.sameKey': None
  'import.fault.sameKey.remedy': None
  'import.fault.sameParty': None
  'import.fault.sameParty.remedy': None
  'import.fault.sameRow': None
  'import.fault.sameRow.remedy': None
  'import.fault.moreCells': None
  'import.fault.fewerCells': None
  'import.fault.cells.remedy': None
  'import.fault.idTaken': { readonly type: Text | number }
  'import.fault.idTaken.remedy': None
  'import.fault.refused': { readonly type: Text | number; readonly why: Text | number }
  'import.fault.refused.remedy': None
  'import.fault.notACountry': None
  'import.fault.notACountry.remedy': None
  'import.fault.hectares.remedy': None
  'import.fault.notASize': None
  'import.fault.notASize.remedy': None
  'import.fault.degrees.remedy': None
  'import.outline.thePlot': { readonly fault: Text | number }
  'import.outline.corners': { readonly corners: Text | number }
  'import.outline.moreCorners': { readonly most: Text | number }
  'import.outline.corners.remedy': None
  'import.outline.short': None
  'import.outline.short.remedy': None
  'import.outline.open': { readonly metres: number }
  'import.outline.open.remedy': None
  'import.outline.unknown': None
  'import.outline.unknown.remedy': None
  'import.outline.shape': { readonly shape: Text | number }
  'import.outline.noShape': None
  'import.outline.shape.remedy': None
  'import.outline.faulty': None
  'import.outline.noCoordinates': None
  'import.outline.again.remedy': None
  'import.outline.notPositions': None
  'import.outline.notPositions.remedy': None
  'import.outline.latitude': { readonly latitude: Text | number }
  'import.outline.longitude': { readonly longitude: Text | number }
  'import.outline.swapped.remedy': None
  'import.outline.coordinates.remedy': None
  'import.outline.noCorners': None
  'import.outline.fewCorners': None
  'import.outline.draw.remedy': None
  'import.outline.hole': None
  'import.outline.hole.remedy': None
  'import.outline.crosses': None
  'import.outline.crosses.remedy': None
  'import.outline.notClosed': None
  'import.outline.notClosed.remedy': None
  'import.outline.antimeridian': None
  'import.outline.antimeridian.remedy': None
  'import.moreFaults': { readonly count: number }
  'import.rejects': None
  'import.mapFile': None
  'import.correct': None
  'import.accept': None
  'import.write': { readonly count: number }
  'import.lookAgain': None
  'import.continue': None
  'import.interrupted': None
  'import.stoppedBy': { readonly what: Text | number; readonly remedy: Text | number }
  'import.progress': { readonly done: Text | number; readonly rows: number; readonly written: number; readonly faulty: number }
  'import.tooLong': None
  'import.tooMuchMemory': None
  'import.tooMany': None
  'import.tooMany.remedy': None
  'import.mapsUnread': None
  'import.mapsUnread.remedy': { readonly file: Text | number }
  'import.file.noRows': None
  'import.file.noRows.remedy': None
  'import.file.columns': { readonly count: number }
  'import.file.columns.remedy': { readonly most: Text | number }
  'import.file.longHeading': { readonly row: Text | number; readonly most: Text | number }
  'import.file.longHeading.remedy': None
  'import.file.noHeader': None
  'import.file.noHeader.remedy': None
  'import.file.letters': { readonly line: Text | number }
  'import.file.letters.remedy': { readonly setting: Text | number }
  'import.file.utf16': None
  'import.file.utf16.remedy': None
  'import.file.tooLarge': { readonly most: Text | number }
  'import.file.tooLarge.remedy': None
  'import.file.openQuote': None
  'import.file.openQuote.remedy': None
  'import.file.openQuoteNear.remedy': { readonly line: Text | number }
  'import.file.quote': None
  'import.file.quoteNear': { readonly line: Text | number }
  'import.file.quote.remedy': None
  'import.file.oldExcel': None
  'import.file.damaged': None
  'import.file.saveAs.remedy': None
  'import.file.unpacked': { readonly most: Text | number }
  'import.file.smaller.remedy': None
  'import.file.ofFeatures': None
  'import.file.ofFeatures.remedy': None
  'import.file.noSheet': { readonly sheet: Text | number }
  'import.file.noSheet.remedy': { readonly sheets: Text | number; readonly setting: Text | number }
  'import.file.severalSheets': { readonly sheets: Text | number }
  'import.file.severalSheets.remedy': { readonly setting: Text | number }
  'import.file.columnTwice': { readonly columns: Text | number }
  'import.file.columnTwice.remedy': None
  'import.file.lacksColumns': { readonly count: number; readonly columns: Text | number }
  'import.file.lacksColumns.remedy': { readonly present: Text | number }
  'import.file.delimiter.remedy': { readonly sign: Text | number; readonly setting: Text | number }
  'import.meaning.date': None
  'import.meaning.name': None
  'import.meaning.surname': None
  'import.meaning.member_no': None
  'import.meaning.phone': None
  'import.meaning.weight': None
  'import.meaning.gross': None
  'import.meaning.tare': None
  'import.meaning.count': None
  'import.meaning.unit': None
  'import.meaning.crop': None
  'import.meaning.place': None
  'import.meaning.unit_price': None
  'import.meaning.price': None
  'import.meaning.receipt': None
  'import.meaning.note': None
  'import.meaning.nothing': None
  'import.guess.rows': { readonly rows: number; readonly lines: number }
  'import.guess.rowsSkipping': { readonly rows: number; readonly lines: number; readonly columns: Text | number }
  'import.guess.isRight': None
  'import.guess.rightOrNumber': { readonly most: Text | number }
  'import.guess.columnIs': { readonly name: Text | number }
  'import.guess.chooseColumn': { readonly meaning: Text | number }
  'import.guess.noColumn': { readonly meaning: Text | number }
  'import.guess.twoColumns': { readonly meaning: Text | number }
  'import.guess.chooseOne': None
  'import.guess.whatIsARow': None
  'import.guess.row.delivery': None
  'import.guess.row.harvest': None
  'import.guess.row.people': None
  'import.guess.day': None
  'import.guess.farmer': None
  'import.guess.writeName': None
  'import.guess.place': None
  'import.guess.phoneCountry': None
  'import.guess.twoLetters': None
  'import.guess.onWhichBasis': None
  'import.guess.basis': None
  'import.guess.word': { readonly word: Text | number }
  'import.guess.hasPrices': { readonly basis: Text | number }
  'import.guess.mayStorePrices': None
  'import.guess.withPrices': None
  'import.guess.withoutPrices': { readonly basis: Text | number }
  'import.guess.mapName': None
  'import.guess.writeMapName': None
  'import.guess.peopleAsOf': None
  'import.guess.writeDay': { readonly today: Text | number }
  'import.guess.inFuture': None
  'import.guess.dayFormat': { readonly name: Text | number }
  'import.guess.turned': { readonly name: Text | number }
  'import.guess.twoWays': { readonly cell: Text | number }
  'import.guess.reading': { readonly formats: Text | number; readonly cells: Text | number }
  'import.guess.mark': { readonly sign: Text | number; readonly cell: Text | number }
  'import.guess.thousands': { readonly cells: Text | number }
  'import.guess.decimals': { readonly cells: Text | number }
  'import.guess.cellIs': { readonly cell: Text | number; readonly value: Text | number }
  'import.guess.cellUnread': { readonly cell: Text | number }
  'import.guess.unit': None
  'import.guess.whichUnit': { readonly word: Text | number }
  'import.guess.noUnit': { readonly word: Text | number }
  'import.guess.noUnitBut': { readonly word: Text | number; readonly units: Text | number }
  'import.guess.some': { readonly shown: Text | number; readonly more: Text | number }
  'import.guess.crop': None
  'import.guess.whichCrop': { readonly word: Text | number }
  'import.guess.noCrop': { readonly word: Text | number }
  'import.guess.severalCrops': { readonly crops: Text | number }
  'import.guess.kg': { readonly crop: Text | number; readonly unit: Text | number }
  'import.guess.factor': { readonly factor: Text | number; readonly kind: Text | number; readonly id: Text | number }
  'import.guess.factorIn': { readonly factor: Text | number; readonly kind: Text | number; readonly region: Text | number; readonly id: Text | number }
  'import.guess.noFactor': None
  'import.guess.currency': None
  'import.guess.notACurrency': { readonly text: Text | number }
  'import.guess.priceIs': None
  'import.guess.perKg': None
  'import.guess.perUnit': None
  'import.guess.plots': { readonly count: number }
  'import.guess.plotMember': None
  'import.guess.plotKey': None
  'import.guess.property': { readonly name: Text | number; readonly example: Text | number }
  'import.guess.plotCountry': None
  'import.guess.plotCrop': None
  'import.guess.plotsAsOf': None
  'import.guess.whichSheet': None
  'import.guess.allSheets': None
  'import.remark.headingTwice': { readonly name: Text | number }
  'import.remark.percents': { readonly name: Text | number; readonly example: Text | number }
  'import.remark.ownUnits': { readonly name: Text | number; readonly count: number; readonly example: Text | number }
  'import.remark.hiddenRows': { readonly count: number; readonly rows: Text | number }
  'import.remark.hiddenColumns': { readonly columns: Text | number }
  'import.remark.uncalculated': { readonly count: number; readonly cells: Text | number }
  'import.remark.shares': { readonly count: number; readonly cells: Text | number }
  'machine.cannot': None
  'machine.version': None
  'machine.since': None
  'machine.address': None
  'machine.clock': None
  'machine.records': None
  'machine.counting': None
  'machine.database': None
  'machine.megabytes': { readonly size: Text | number }
  'machine.gigabytes': { readonly size: Text | number }
  'machine.freeDisk': None
  'machine.doctor': None
  'machine.check': None
  'machine.finding': None
  'machine.backups': None
  'machine.place': None
  'machine.noPlace': None
  'machine.setBackups': None
  'machine.every': None
  'machine.newest': None
  'machine.checked': None
  'machine.drill': None
  'machine.never': None
  'machine.whole': { readonly at: Text | number }
  'machine.notWhole': { readonly at: Text | number }
  'machine.drillHow': None
  'machine.log': None
  'machine.publisher': None
  'machine.noPublisher': None
  'machine.fixed': None
  'machine.published': None
  'machine.certificateTitle': None
  'machine.certificateUntil': None
  'machine.noCertificate': None
  'machine.support': None
  'machine.supportWhat': None
  'machine.supportFile': None
  'machine.atServer': None
  'machine.atServerWhy': None
  'machine.command': None
  'machine.do.setup': None
  'machine.do.key': None
  'machine.do.drill': None
  'machine.do.restore': None
  'machine.do.prune': None
  'machine.do.rebuild': None
  'machine.do.certificate': None
  'machine.do.clock': None
  'machine.running': { readonly at: Text | number }
  'machine.ended': { readonly at: Text | number }
  'machine.stopped': { readonly at: Text | number }
  'machine.look': { readonly at: Text | number }
  'machine.failed': { readonly at: Text | number }
  'machine.stop': None
  'check.is.modes': None
  'check.is.database': None
  'check.is.room': None
  'check.is.objects': None
  'check.is.strangers': None
  'check.is.network': None
  'check.is.clock': None
  'check.is.backups': None
  'check.is.deviceClocks': None
  'check.is.guards': None
  'check.is.pages': None
  'check.is.journal': None
  'check.is.newestBackup': None
  'check.is.certificate': None
  'check.is.versions': None
  'check.is.settings': None
  'check.is.places': None
  'check.is.office': None
  'check.closed': None
  'check.closed.remedy': None
  'check.late': { readonly seconds: number }
  'check.late.remedy': None
  'check.unforeseen': { readonly error: Text | number }
  'check.unforeseen.remedy': None
  'check.asleep.objects': None
  'check.asleep.backup': None
  'check.asleep.remedy': None
  'check.bar.disk': None
  'check.bar.service': None
  'check.bar.restart': None
  'check.bar.noFolder': None
  'check.bar.rights': None
  'check.bar.rights.remedy': None
  'check.bar.version': None
  'check.modes.open': { readonly paths: Text | number }
  'check.modes.more': { readonly count: number }
  'check.modes.open.remedy': { readonly command: Text | number }
  'check.modes.owner': { readonly paths: Text | number; readonly count: number }
  'check.modes.owner.remedy': { readonly command: Text | number }
  'check.modes.good': None
  'check.modes.goodPart': { readonly count: number }
  'check.journal': { readonly size: Text | number }
  'check.journal.remedy': None
  'check.room.stopped': { readonly free: Text | number; readonly reserve: Text | number }
  'check.room.stopped.remedy': None
  'check.room.fewFiles': { readonly count: number }
  'check.room.fewFiles.remedy': None
  'check.room.soon': { readonly free: Text | number; readonly reserve: Text | number }
  'check.room.soon.remedy': None
  'check.room.filesSoon': { readonly count: number }
  'check.room.filesSoon.remedy': None
  'check.room.good': { readonly free: Text | number }
  'check.database.closed': None
  'check.database.closed.remedy': None
  'check.database.unreadable': None
  'check.database.restore': None
  'check.database.silent': None
  'check.database.commit': None
  'check.database.remedy': None
  'check.database.good': { readonly entries: Text | number; readonly rows: Text | number }
  'check.guards.good': None
  'check.guards.missing': { readonly name: Text | number }
  'check.guards.altered': { readonly name: Text | number }
  'check.guards.added': { readonly name: Text | number }
  'check.guards.differ': { readonly names: Text | number }
  'check.guards.more': { readonly count: number }
  'check.guards.remedy': None
  'check.pages.damaged': None
  'check.pages.damaged.remedy': None
  'check.pages.good': None
  'check.pages.goodPart': { readonly looked: Text | number; readonly tables: Text | number }
  'check.pages.unreadable': None
  'check.versions.newer': { readonly schema: Text | number; readonly version: Text | number; readonly known: Text | number }
  'check.versions.newer.remedy': None
  'check.versions.service': { readonly service: Text | number; readonly version: Text | number }
  'check.versions.service.remedy': None
  'check.versions.older': { readonly schema: Text | number; readonly version: Text | number; readonly known: Text | number }
  'check.versions.older.remedy': None
  'check.versions.good': { readonly version: Text | number; readonly schema: Text | number }
  'check.versions.copies': { readonly version: Text | number; readonly schema: Text | number; readonly count: number; readonly size: Text | number; readonly paths: Text | number }
  'check.clock.doubted': { readonly shown: Text | number; readonly span: Text | number; readonly trusted: Text | number }
  'check.clock.doubted.remedy': None
  'check.clock.good': { readonly shown: Text | number }
  'check.clock.behind': { readonly newest: Text | number; readonly shown: Text | number }
  'check.clock.behind.remedy': None
  'check.deviceClocks.none': None
  'check.deviceClocks.good': { readonly seen: number }
  'check.deviceClocks.ahead': { readonly seen: number; readonly ahead: number; readonly most: Text | number }
  'check.deviceClocks.behind': { readonly seen: number; readonly behind: number; readonly least: Text | number }
  'check.deviceClocks.both': { readonly seen: number; readonly ahead: number; readonly most: Text | number; readonly behind: number; readonly least: Text | number }
  'check.deviceClocks.thisBehind': { readonly finding: Text | number }
  'check.deviceClocks.thisBehind.remedy': None
  'check.deviceClocks.remedy': None
  'check.backups.none': None
  'check.backups.age': { readonly hours: number }
  'check.backups.place': { readonly caution: Text | number; readonly age: Text | number }
  'check.backups.place.remedy': None
  'check.backups.late': { readonly age: Text | number; readonly every: Text | number }
  'check.backups.late.remedy': None
  'check.backups.noPlace': { readonly age: Text | number }
  'check.backups.noPlace.remedy': None
  'check.backups.failed': { readonly age: Text | number }
  'check.backups.failed.remedy': None
  'check.backups.without': { readonly days: number }
  'check.backups.notSetUp': None
  'check.backups.setUp': None
  'check.backups.makeFirst': None
  'check.newest.none.remedy': None
  'check.newest.unreachable': { readonly id: Text | number; readonly reason: Text | number }
  'check.newest.unreachable.remedy': None
  'check.newest.damaged': { readonly id: Text | number; readonly fault: Text | number }
  'check.newest.another': None
  'check.newest.incomplete': { readonly looked: Text | number; readonly id: Text | number; readonly missing: Text | number }
  'check.newest.good': { readonly id: Text | number; readonly looked: Text | number; readonly objects: Text | number }
  'check.newest.withoutPictures': { readonly whole: Text | number; readonly count: number }
  'check.newest.withoutPictures.remedy': None
  'check.network.here': None
  'check.network.wouldHere': None
  'check.network.tls': None
  'check.network.wouldTls': None
  'check.network.plain': { readonly address: Text | number }
  'check.network.wouldPlain': { readonly address: Text | number }
  'check.network.off': None
  'check.network.noCertificate': None
  'check.certificate.restart': None
  'check.certificate.none': None
  'check.certificate.unserved': None
  'check.certificate.ended': { readonly at: Text | number }
  'check.certificate.unreadable': None
  'check.certificate.until': { readonly at: Text | number }
  'check.certificate.gone': None
  'check.certificate.gone.remedy': None
  'check.certificate.renewed': None
  'check.certificate.renew': None
  'check.places.notRunning': None
  'check.places.short': { readonly most: Text | number; readonly refused: Text | number }
  'check.places.short.remedy': None
  'check.places.good': { readonly open: Text | number; readonly most: Text | number }
  'check.objects.noFolder': None
  'check.objects.noFolder.remedy': None
  'check.objects.fault': { readonly reason: Text | number }
  'check.objects.fault.remedy': { readonly store: Text | number }
  'check.objects.keeps': { readonly store: Text | number; readonly reason: Text | number }
  'check.objects.keeps.remedy': None
  'check.objects.good': None
  'check.objects.loses': { readonly store: Text | number }
  'check.objects.loses.remedy': None
  'check.objects.full': { readonly store: Text | number }
  'check.objects.full.remedy': { readonly store: Text | number }
  'check.strangers.unknown': None
  'check.strangers.unknown.remedy': None
  'check.strangers.good': None
  'check.strangers.plain.remedy': None
  'check.settings.good': None
  'check.settings.odd': { readonly variable: Text | number }
  'check.settings.meant': { readonly variable: Text | number; readonly meant: Text | number }
  'check.settings.remedy': None
  'check.office.none': None
  'check.office.noManager': None
  'check.office.noManager.remedy': None
  'check.office.noPassword': None
  'check.office.noPassword.remedy': None
  'check.office.good': None
  'check.office.goodHere': None
  'doctor.sum.good': None
  'doctor.sum': { readonly counts: Text | number }
  'doctor.sum.bad': { readonly count: number }
  'doctor.sum.unknown': { readonly count: number }
  'doctor.sum.caution': { readonly count: number }
  'doctor.sum.missing': { readonly count: number }
  'doctor.mark.bad': None
  'doctor.mark.unknown': None
  'doctor.mark.caution': None
  'doctor.mark.missing': None
  'doctor.mark.good': None
  'tls.noDate': None
  'tls.clockBefore': { readonly shown: Text | number }
  'tls.clockBefore.remedy': None
  'tls.authorityEnds': { readonly day: Text | number }
  'tls.authorityEnded': { readonly day: Text | number }
  'tls.authorityEnds.remedy': None
  'tls.later': { readonly begins: Text | number; readonly shown: Text | number }
  'tls.later.remedy': None
  'tls.names': { readonly names: Text | number }
  'tls.names.remedy': None
  'tls.ended': { readonly at: Text | number }
  'tls.ended.remedy': None
  'tls.notYet': { readonly at: Text | number }
  'tls.notYet.remedy': None
  'tls.ends': { readonly at: Text | number }
  'tls.replace': None
  'tls.noneMade': None
  'tls.noneMade.remedy': None
  'tls.notWritten': { readonly path: Text | number }
  'tls.notWritten.remedy': None
  'tls.isThere': None
  'tls.isThere.remedy': None
  'tls.noName': { readonly name: Text | number }
  'tls.noName.remedy': None
  'tls.oneWord': { readonly word: Text | number }
  'tls.oneWord.remedy': { readonly word: Text | number }
  'tls.namesLost': None
  'tls.namesLost.remedy': None
  'tls.clockWrong': { readonly shown: Text | number }
  'tls.clockWrong.remedy': None
  'tls.clockBehind': { readonly shown: Text | number; readonly newest: Text | number }
  'tls.clockBehind.remedy': None
  'tls.noPair': { readonly certificate: Text | number; readonly key: Text | number; readonly error: Text | number }
  'tls.noPair.remedy': None
  'tls.cannotRead': { readonly path: Text | number; readonly error: Text | number }
  'tls.cannotRead.remedy': None
  'tls.noAuthority': { readonly path: Text | number; readonly error: Text | number }
  'tls.empty': None
  'tls.noAuthority.remedy': None
  'tls.cannotWrite': { readonly path: Text | number; readonly error: Text | number }
  'tls.cannotWrite.remedy': None
  'tls.keepsPrevious': { readonly fault: Text | number }
  'tls.gone': None
  'tls.gone.remedy': None
  'setting.above': { readonly variable: Text | number }
  'setting.above.remedy': { readonly command: Text | number }
  'setting.above.environment': None
  'setting.locked': { readonly file: Text | number; readonly error: Text | number }
  'setting.locked.remedy': { readonly command: Text | number }
  'setting.open': { readonly name: Text | number }
  'setting.open.remedy': None
  'clock.notInDoubt': None
  'clock.notInDoubt.remedy': None
  'clock.otherDay': { readonly shown: Text | number }
  'clock.otherDay.remedy': None
  'clock.noTerminal': None
  'clock.noTerminal.remedy': None
  'clock.confirmed': { readonly at: Text | number }
  'clock.shows': { readonly shown: Text | number }
  'clock.newest': { readonly newest: Text | number; readonly trusted: Text | number }
  'clock.normal': None
  'clock.undone': None
  'clock.ask': None
  'store.halfRestored': { readonly folder: Text | number }
  'store.halfRestored.remedy': None
  'store.lost': { readonly file: Text | number }
  'store.lost.remedy': None
  'store.notSynced': { readonly folder: Text | number; readonly code: Text | number }
  'store.notSynced.remedy': None
  'store.noFolder': { readonly folder: Text | number }
  'store.noFolder.remedy': None
  'store.noFolder.remedyInstalled': None
  'store.folderNotMade': { readonly folder: Text | number; readonly code: Text | number }
  'store.folderNotMade.remedy': None
  'store.folderNotMade.remedyAbove': None
  'store.absent': { readonly file: Text | number }
  'store.absent.remedy': None
  'store.notDurable': None
  'store.notDurable.remedy': None
  'store.first': { readonly file: Text | number }
  'store.first.remedy': None
  'store.notOurs': { readonly file: Text | number }
  'store.notOurs.remedy': None
  'store.newer': { readonly file: Text | number; readonly version: Text | number; readonly known: Text | number }
  'store.newer.remedy': None
  'store.older': { readonly file: Text | number; readonly version: Text | number }
  'store.older.remedy': None
  'store.notReadable': { readonly file: Text | number }
  'store.notReadable.remedy': { readonly file: Text | number }
  'store.notWritable': { readonly file: Text | number }
  'store.notWritable.remedy': None
  'store.altered': { readonly file: Text | number; readonly names: Text | number; readonly more: number }
  'store.altered.remedy': None
  'store.damaged': { readonly file: Text | number }
  'store.damaged.remedy': None
  'store.diskFull': None
  'store.diskFull.remedy': None
  'store.diskFailing': { readonly file: Text | number; readonly code: Text | number }
  'store.diskFailing.remedy': None
  'store.busy': { readonly file: Text | number }
  'store.busy.remedy': None
  'store.inUse': None
  'store.inUse.remedy': None
  'store.noEntry': { readonly entry: Text | number }
  'store.noEntry.remedy': None
  'store.auditUnreadable': { readonly first: Text | number; readonly last: Text | number }
  'store.entryMissing': { readonly from: Text | number; readonly to: Text | number }
  'store.entriesRemoved': { readonly size: Text | number; readonly known: Text | number }
  'store.hashesRemoved': { readonly size: Text | number; readonly known: Text | number }
  'store.tree.remedy': None
  'store.upgradeBlocked': { readonly file: Text | number }
  'store.upgradeBlocked.remedy': None
  'store.upgradeFolder': { readonly folder: Text | number; readonly code: Text | number }
  'store.upgradeFolder.remedy': None
  'store.noRoomForCopy': { readonly needed: Text | number; readonly free: Text | number }
  'store.noRoomForSecond': { readonly needed: Text | number; readonly free: Text | number }
  'store.noRoom.remedy': { readonly folder: Text | number }
  'store.copyDiffers': None
  'store.copyDiffers.remedy': None
  'objects.folderUnusable': { readonly path: Text | number; readonly code: Text | number }
  'objects.folderUnusable.remedy': None
  'objects.uploadsUnusable': { readonly path: Text | number; readonly code: Text | number }
  'objects.uploadsUnusable.remedy': None
  'objects.openFolder': { readonly path: Text | number; readonly mode: Text | number }
  'objects.openFolder.remedy': { readonly path: Text | number }
  'objects.listed': { readonly bucket: Text | number }
  'objects.read': { readonly roots: Text | number; readonly bucket: Text | number }
  'objects.listedAndRead': { readonly roots: Text | number; readonly bucket: Text | number }
  'objects.bucket': { readonly bucket: Text | number; readonly address: Text | number }
  'objects.bucketBelow': { readonly bucket: Text | number; readonly address: Text | number; readonly prefix: Text | number }
  'objects.openBucket.remedy': None
  'registry.unknownKind': { readonly text: Text | number }
  'registry.unknownKind.remedy': { readonly kinds: Text | number }
  'registry.unreadCells': { readonly count: number; readonly file: Text | number }
  'registry.unreadCells.remedy': None
  'registry.noWeighings': { readonly file: Text | number }
  'registry.noWeighings.remedy': None
  'registry.sameId': { readonly id: Text | number }
  'registry.sameId.remedy': None
  'registry.notJson': { readonly file: Text | number }
  'registry.notJson.remedy': None
  'anchorKey.missing': { readonly path: Text | number }
  'anchorKey.missing.remedy': None
  'anchorKey.other': { readonly path: Text | number }
  'anchorKey.other.remedy': None
  'anchorKey.exists': { readonly path: Text | number }
  'anchorKey.exists.remedy': None
  'anchorKey.unreadable': { readonly path: Text | number; readonly code: Text | number }
  'anchorKey.notAKey': { readonly path: Text | number }
  'anchorKey.unreadable.remedy': None
  'anchor.badLimit': { readonly text: Text | number }
  'anchor.badLimit.remedy': None
  'anchor.badWitnessKey': { readonly why: Text | number }
  'anchor.badWitnessKey.remedy': None
  'verify.checkpointUnreadable': { readonly file: Text | number; readonly code: Text | number }
  'verify.notACheckpoint': { readonly file: Text | number; readonly why: Text | number }
  'verify.checkpoint.remedy': None
  'verify.scratchNotWritable': { readonly folder: Text | number; readonly code: Text | number }
  'verify.scratchNoRoom': { readonly folder: Text | number; readonly needed: Text | number; readonly free: Text | number }
  'verify.scratchNoRoomKept': { readonly folder: Text | number; readonly needed: Text | number; readonly free: Text | number }
  'verify.scratch.remedy': None
  'proof.noKey': None
  'proof.noKey.remedy': None
  'proof.notAKey': { readonly why: Text | number }
  'proof.notAKey.remedy': None
  'proof.keyFile.remedy': None
  'proof.file.remedy': None
  'proof.tooLong': { readonly file: Text | number; readonly most: Text | number }
  'proof.inputTooLong': { readonly most: Text | number }
  'proof.tooLong.remedy': None
  'proof.notOurs': { readonly detail: Text | number }
  'proof.notUtf8': None
  'proof.notOurs.remedy': None
  'note.keyBytes': None
  'note.keyForm': None
  'note.keyDigits': None
  'note.keyBase64': None
  'note.keyLength': None
  'note.keyChanged': None
  'note.keyType': None
  'note.notEd25519': None
  'note.nameLength': { readonly most: Text | number }
  'note.nameForm': None
  'note.control': None
  'note.noGap': None
  'note.lastLine': None
  'note.manySignatures': { readonly most: Text | number }
  'note.signatureLine': None
  'note.signature': None
  'note.textEnd': None
  'note.textControl': None
  'note.notUtf8': None
  'note.notUnicode': None
  'note.tooLong': { readonly most: Text | number }
  'checkpoint.noEnd': None
  'checkpoint.emptyLine': None
  'checkpoint.fourthLine': None
  'checkpoint.size': None
  'checkpoint.auditNumber': None
  'checkpoint.root': { readonly bytes: Text | number }
  'checkpoint.auditHash': { readonly bytes: Text | number }
  'setting.invalid': { readonly count: number; readonly faults: Text | number }
  'setting.invalid.remedy': None
  'setting.fault': { readonly setting: Text | number; readonly fault: Text | number }
  'setting.atLeast': { readonly minimum: Text | number }
  'setting.range': { readonly minimum: Text | number; readonly maximum: Text | number }
  'setting.flag': None
  'setting.timeZone': None
  'setting.language': { readonly codes: Text | number }
  'setting.tls': None
  'setting.scheme': None
  'setting.networks': { readonly wrong: Text | number }
  'setting.country': None
  'setting.logLevel': None
  'setting.region': None
  'setting.monthDay': None
  'setting.listen': None
  'setting.objectPlace': None
  'setting.every': None
  'setting.s3Url': None
  'setting.s3Secret': None
  'setting.s3Path': None
  'setting.publisher': None
  'setting.tlsPair': None
  'setting.tlsOff': None
  'setting.needs': { readonly setting: Text | number; readonly needed: Text | number }
  'setting.needsWitnessKey': { readonly setting: Text | number }
  'settings.administrator': None
  'settings.administrator.remedy': { readonly command: Text | number }
  'settings.unreadable': { readonly file: Text | number; readonly code: Text | number }
  'settings.unreadable.remedy': None
  'settings.unreadable.remedyInstalled': { readonly user: Text | number; readonly file: Text | number }
  'command.noService': None
  'command.noService.remedy': None
  'command.badDate': { readonly flag: Text | number; readonly text: Text | number }
  'command.badDate.remedy': None
  'command.left': None
  'command.left.remedy': None
  'command.notReadable': { readonly file: Text | number }
  'command.notReadable.remedy': None
  'command.ticketEnded': None
  'command.ticketEnded.remedy': None
  'command.noUser': { readonly user: Text | number }
  'command.noUser.remedy': None
  'command.socketPath': { readonly path: Text | number }
  'command.socketPath.remedy': None
  'command.stopped': None
  'command.stopped.remedy': None
  'command.failed': None
  'command.failed.remedy': None
  'command.exists': { readonly path: Text | number }
  'command.notWritable': { readonly path: Text | number; readonly code: Text | number }
  'chore.doctor': None
  'chore.backup': None
  'chore.backup_check': None
  'chore.verify': None
  'chore.support': None
  'progress.bytes': { readonly what: Text | number; readonly done: Text | number; readonly of: Text | number }
  'progress.pictures': { readonly what: Text | number; readonly done: Text | number; readonly of: Text | number }
  'progress.objects': { readonly what: Text | number; readonly done: Text | number; readonly of: Text | number }
  'progress.of.bytes': { readonly done: Text | number; readonly of: Text | number }
  'progress.of.pictures': { readonly done: Text | number; readonly of: Text | number }
  'progress.of.objects': { readonly done: Text | number; readonly of: Text | number }
  'progress.share': { readonly percent: Text | number; readonly doing: Text | number }
  'progress.restoring': None
  'progress.checking': None
  'progress.readingPictures': None
  'progress.copying': None
  'progress.storing': None
  'progress.storingPictures': None
  'progress.deleting': None
  'progress.reading': None
  'progress.changes': None
  'chore.alreadyRuns': None
  'chore.alreadyRuns.remedy': None
  'chore.cannotStart': None
  'chore.atServer': { readonly command: Text | number }
  'chore.lackedMemory': None
  'noun.party': None
  'nouns.party': None
  'seen.party': None
  'noun.harvest': None
  'nouns.harvest': None
  'seen.harvest': None
  'noun.lot': None
  'nouns.lot': None
  'seen.lot': None
  'noun.delivery': None
  'nouns.delivery': None
  'seen.delivery': None
  'noun.delivery_confirmation': None
  'nouns.delivery_confirmation': None
  'seen.delivery_confirmation': None
  'noun.custody_transfer': None
  'nouns.custody_transfer': None
  'seen.custody_transfer': None
  'noun.loss': None
  'nouns.loss': None
  'seen.loss': None
  'noun.obligation': None
  'nouns.obligation': None
  'seen.obligation': None
  'noun.retraction': None
  'nouns.retraction': None
  'seen.retraction': None
  'noun.plot': None
  'nouns.plot': None
  'seen.plot': None
  'noun.due_diligence': None
  'nouns.due_diligence': None
  'seen.due_diligence': None
  'noun.payment': None
  'nouns.payment': None
  'seen.payment': None
  'noun.payment_confirmation': None
  'nouns.payment_confirmation': None
  'seen.payment_confirmation': None
  'noun.inference': None
  'nouns.inference': None
  'seen.inference': None
  'word.good': None
  'word.caution': None
  'word.bad': None
  'word.unknown': None
  'word.missing': None
  'word.tip': None
  'word.forked': None
  'word.superseded': None
  'word.any': None
  'word.due_diligence': None
  'word.payment': None
  'word.payment_confirmation': None
  'word.disclosed': None
  'word.self_reported': None
  'word.field_estimated': None
  'word.coop_counted': None
  'word.coop_weighed': None
  'word.calibrated_weighed': None
  'word.third_party_verified': None
  'word.consent': None
  'word.special_data_consent': None
  'word.contract_performance': None
  'word.legal_obligation': None
  'word.legal_authorisation': None
  'word.public_duty': None
  'word.law_enforcement': None
  'word.national_security': None
  'word.medical': None
  'word.drying': None
  'word.sorting': None
  'word.spillage': None
  'word.spoilage': None
  'word.pests': None
  'word.theft': None
  'word.sampling': None
  'word.other': None
  'word.deliver_produce': None
  'word.repay_input_credit': None
  'word.repay_loan': None
  'word.pay_for_goods': None
  'word.entered_in_error': None
  'word.duplicate': None
  'word.did_not_happen': None
  'word.wrong_party': None
  'word.app': None
  'word.ussd_pin': None
  'word.in_person': None
  'word.written': None
  'word.cash': None
  'word.mobile_money': None
  'word.bank': None
  'word.cheque': None
  'word.in_kind': None
  'word.offset': None
  'word.produce': None
  'word.advance': None
  'word.second_payment': None
  'word.premium': None
  'word.loan': None
  'word.in_person_signature': None
  'word.witnessed': None
  'word.ussd_confirmation': None
  'word.organisational_bylaw': None
  'word.retracted': None
  'word.party': None
  'word.harvest': None
  'word.lot': None
  'word.delivery': None
  'word.delivery_confirmation': None
  'word.custody_transfer': None
  'word.loss': None
  'word.obligation': None
  'word.retraction': None
  'word.plot': None
  'word.inference': None
  'word.to_come': None
  'word.live': None
  'word.ends_soon': None
  'word.expired': None
  'word.revoked': None
  'word.open': None
  'word.granted': None
  'word.ended': None
  'word.person': None
  'word.cooperative': None
  'word.business': None
  'word.institution': None
  'word.agency': None
  'word.definitional': None
  'word.measured': None
  'word.published_standard': None
  'word.assumed_default': None
  'word.day': None
  'word.week': None
  'word.month': None
  'word.season': None
  'word.instant': None
  'word.crop': None
  'word.member': None
  'word.place': None
  'word.geometry_missing': None
  'word.done': None
  'word.refused': None
  'word.begun': None
  'word.stopped': None
  'word.credit_assessment': None
  'word.loan_monitoring': None
  'word.input_credit': None
  'word.repayment': None
  'word.refund': None
  'word.insurance': None
  'word.warehouse_receipt_finance': None
  'word.certification_audit': None
  'word.organic_certification': None
  'word.eudr_due_diligence': None
  'word.buyer_traceability': None
  'word.food_safety_recall': None
  'word.price_settlement': None
  'word.cooperative_management': None
  'word.cooperative_audit': None
  'word.dispute_resolution': None
  'word.advisory_extension': None
  'word.market_information': None
  'word.research': None
  'word.official_statistics': None
  'word.subsidy_programme': None
  'word.humanitarian_aid': None
  'word.tax': None
  'flag.occurred_after_recorded': None
  'flag.occurred_after_recorded.meaning': None
  'flag.recorded_after_received': None
  'flag.recorded_after_received.meaning': None
  'flag.recorded_before_enrolment': None
  'flag.recorded_before_enrolment.meaning': None
  'flag.quantity_not_normalized': None
  'flag.quantity_not_normalized.meaning': None
  'flag.conversion_unresolved': None
  'flag.conversion_unresolved.meaning': None
  'flag.code_unknown': None
  'flag.code_unknown.meaning': None
  'flag.not_counted': None
  'flag.not_counted.meaning': None
  'flag.currency_differs': None
  'flag.currency_differs.meaning': None
  'flag.overpaid': None
  'flag.overpaid.meaning': None
  'flag.settles_mismatch': None
  'flag.settles_mismatch.meaning': None
  'flag.conversion_mismatch': None
  'flag.conversion_mismatch.meaning': None
  'flag.conversion_out_of_scope': None
  'flag.conversion_out_of_scope.meaning': None
  'flag.input_overdrawn': None
  'flag.input_overdrawn.meaning': None
  'flag.received_late': None
  'flag.received_late.meaning': None
  'flag.geometry_invalid': None
  'flag.geometry_invalid.meaning': None
  'flag.geometry_too_coarse': None
  'flag.geometry_too_coarse.meaning': None
  'flag.polygon_required': None
  'flag.polygon_required.meaning': None
  'flag.area_mismatch': None
  'flag.area_mismatch.meaning': None
  'flag.plots_overlap': None
  'flag.plots_overlap.meaning': None
  'flag.plot_unresolved': None
  'flag.plot_unresolved.meaning': None
  'flag.implausible_quantity': None
  'flag.implausible_quantity.meaning': None
  'flag.possibly_recorded_twice': None
  'flag.possibly_recorded_twice.meaning': None
  'flag.assumed_conversion': None
  'flag.assumed_conversion.meaning': None
  'flag.thin_sample': None
  'flag.thin_sample.meaning': None
  'flag.reference_unresolved': None
  'flag.reference_unresolved.meaning': None
  'flag.forked': None
  'flag.forked.meaning': None
  'flag.chain_deep': None
  'flag.chain_deep.meaning': None
  'flag.custody_broken': None
  'flag.custody_broken.meaning': None
  'flag.mass_balance_discrepancy': None
  'flag.mass_balance_discrepancy.meaning': None
  'flag.asserted_by_outsider': None
  'flag.asserted_by_outsider.meaning': None
  'flag.delegated_authority': None
  'flag.delegated_authority.meaning': None
  'flag.delegated_by_bylaw': None
  'flag.delegated_by_bylaw.meaning': None
  'flag.delegation_revoked_before_receipt': None
  'flag.delegation_revoked_before_receipt.meaning': None
  'flag.confirmed_under_delegation': None
  'flag.confirmed_under_delegation.meaning': None
  'flag.confirms_superseded_version': None
  'flag.confirms_superseded_version.meaning': None
  'flag.inference_depth_exceeded': None
  'flag.inference_depth_exceeded.meaning': None
  'flag.inference_depth_misstated': None
  'flag.inference_depth_misstated.meaning': None
  'flag.inference_input_unresolved': None
  'flag.inference_input_unresolved.meaning': None
  'type.party': None
  'type.harvest': None
  'type.lot': None
  'type.delivery': None
  'type.delivery_confirmation': None
  'type.custody_transfer': None
  'type.loss': None
  'type.obligation': None
  'type.retraction': None
  'type.plot': None
  'type.due_diligence': None
  'type.payment': None
  'type.payment_confirmation': None
  'type.inference': None
  'purpose.credit_assessment': None
  'purpose.credit_assessment.meaning': None
  'purpose.loan_monitoring': None
  'purpose.loan_monitoring.meaning': None
  'purpose.input_credit': None
  'purpose.input_credit.meaning': None
  'purpose.insurance': None
  'purpose.insurance.meaning': None
  'purpose.warehouse_receipt_finance': None
  'purpose.warehouse_receipt_finance.meaning': None
  'purpose.certification_audit': None
  'purpose.certification_audit.meaning': None
  'purpose.organic_certification': None
  'purpose.organic_certification.meaning': None
  'purpose.eudr_due_diligence': None
  'purpose.eudr_due_diligence.meaning': None
  'purpose.buyer_traceability': None
  'purpose.buyer_traceability.meaning': None
  'purpose.food_safety_recall': None
  'purpose.food_safety_recall.meaning': None
  'purpose.price_settlement': None
  'purpose.price_settlement.meaning': None
  'purpose.cooperative_management': None
  'purpose.cooperative_management.meaning': None
  'purpose.cooperative_audit': None
  'purpose.cooperative_audit.meaning': None
  'purpose.dispute_resolution': None
  'purpose.dispute_resolution.meaning': None
  'purpose.advisory_extension': None
  'purpose.advisory_extension.meaning': None
  'purpose.market_information': None
  'purpose.market_information.meaning': None
  'purpose.research': None
  'purpose.research.meaning': None
  'purpose.official_statistics': None
  'purpose.official_statistics.meaning': None
  'purpose.subsidy_programme': None
  'purpose.subsidy_programme.meaning': None
  'purpose.humanitarian_aid': None
  'purpose.humanitarian_aid.meaning': None
  'purpose.tax': None
  'purpose.tax.meaning': None
  'basis.consent': None
  'basis.special_data_consent': None
  'basis.contract_performance': None
  'basis.legal_obligation': None
  'basis.legal_authorisation': None
  'basis.public_duty': None
  'basis.law_enforcement': None
  'basis.national_security': None
  'basis.medical': None
  'crop.coffee_fresh_cherry': None
  'crop.coffee_dried_cherry': None
  'crop.coffee_parchment': None
  'crop.coffee_green': None
  'crop.coffee_roasted': None
  'crop.coffee_arabica_fresh_cherry': None
  'crop.coffee_arabica_dried_cherry': None
  'crop.coffee_arabica_parchment': None
  'crop.coffee_arabica_green': None
  'crop.coffee_robusta_fresh_cherry': None
  'crop.coffee_robusta_dried_cherry': None
  'crop.coffee_robusta_parchment': None
  'crop.coffee_robusta_green': None
  'crop.maize_green_cob': None
  'crop.maize_dry_cob': None
  'crop.maize_grain': None
  'crop.maize_flour': None
  'crop.beans_dry': None
  'crop.beans_green': None
  'crop.cowpea_dry': None
  'crop.pigeon_pea_dry': None
  'crop.chickpea_dry': None
  'crop.green_gram_dry': None
  'crop.faba_bean_dry': None
  'crop.field_pea_dry': None
  'crop.garden_pea_green': None
  'crop.lentil_dry': None
  'crop.bambara_groundnut_dry': None
  'crop.sorghum_grain': None
  'crop.sorghum_flour': None
  'crop.finger_millet_grain': None
  'crop.finger_millet_flour': None
  'crop.pearl_millet_grain': None
  'crop.rice_paddy': None
  'crop.rice_milled': None
  'crop.wheat_grain': None
  'crop.wheat_flour': None
  'crop.barley_grain': None
  'crop.teff_grain': None
  'crop.groundnut_in_shell': None
  'crop.groundnut_shelled': None
  'crop.sesame_seed': None
  'crop.sunflower_seed': None
  'crop.soya_bean': None
  'crop.castor_seed': None
  'crop.shea_nut': None
  'crop.cassava_fresh': None
  'crop.cassava_dried': None
  'crop.cassava_flour': None
  'crop.sweet_potato_fresh': None
  'crop.potato_fresh': None
  'crop.yam_fresh': None
  'crop.taro_fresh': None
  'crop.banana_matooke': None
  'crop.banana_dessert': None
  'crop.tea_green_leaf': None
  'crop.tea_made': None
  'crop.cocoa_wet': None
  'crop.cocoa_dried': None
  'crop.cotton_seed_cotton': None
  'crop.cotton_lint': None
  'crop.cotton_seed': None
  'crop.vanilla_green': None
  'crop.vanilla_cured': None
  'crop.pyrethrum_fresh': None
  'crop.pyrethrum_dried': None
  'crop.sisal_fibre': None
  'crop.sugarcane': None
  'crop.rubber_latex': None
  'crop.rubber_cup_lump': None
  'crop.rubber_sheet': None
  'crop.tobacco_cured_leaf': None
  'crop.macadamia_in_shell': None
  'crop.cashew_in_shell': None
  'crop.cashew_kernel': None
  'crop.coconut_in_shell': None
  'crop.oil_palm_fruit': None
  'crop.avocado_fresh': None
  'crop.mango_fresh': None
  'crop.pineapple_fresh': None
  'crop.passion_fruit_fresh': None
  'crop.papaya_fresh': None
  'crop.jackfruit_fresh': None
  'crop.watermelon_fresh': None
  'crop.orange_fresh': None
  'crop.onion_dry': None
  'crop.onion_spring': None
  'crop.garlic_bulb': None
  'crop.tomato_fresh': None
  'crop.cabbage_fresh': None
  'crop.kale_fresh': None
  'crop.carrot_fresh': None
  'crop.eggplant_fresh': None
  'crop.amaranth_leaf': None
  'crop.amaranth_grain': None
  'crop.chilli_fresh': None
  'crop.chilli_dried': None
  'crop.ginger_fresh': None
  'crop.pepper_black': None
  'crop.clove_dried': None
  'crop.milk_cow_raw': None
  'crop.milk_goat_raw': None
  'crop.milk_camel_raw': None
  'crop.eggs_hen': None
  'crop.honey_raw': None
  'crop.beeswax_raw': None
  'unit.kg': None
  'unit.g': None
  'unit.t': None
  'unit.quintal': None
  'unit.lb': None
  'unit.oz': None
  'unit.stone': None
  'unit.cwt_uk': None
  'unit.cwt_us': None
  'unit.short_ton': None
  'unit.long_ton': None
  'unit.feresula': None
  'unit.l': None
  'unit.ml': None
  'unit.dl': None
  'unit.hectolitre': None
  'unit.m3': None
  'unit.gallon_uk': None
  'unit.gallon_us': None
  'unit.pint_uk': None
  'unit.bushel_us': None
  'unit.piece': None
  'unit.pair': None
  'unit.dozen': None
  'unit.gross': None
  'unit.hundred': None
  'unit.thousand': None
  'unit.animal_head': None
  'unit.head': None
  'unit.bunch': None
  'unit.finger': None
  'unit.cob': None
  'unit.heap': None
  'unit.bag': None
  'unit.sack': None
  'unit.extended_bag': None
  'unit.bag_50kg': None
  'unit.bag_60kg': None
  'unit.bag_69kg': None
  'unit.bag_70kg': None
  'unit.bag_90kg': None
  'unit.bag_100kg': None
  'unit.net_bag': None
  'unit.debe': None
  'unit.gorogoro': None
  'unit.sado': None
  'unit.tumpeco': None
  'unit.basin': None
  'unit.bucket_20l': None
  'unit.jerrycan_10l': None
  'unit.jerrycan_20l': None
  'unit.milk_can_50l': None
  'unit.crate': None
  'unit.box': None
  'unit.basket': None
  'unit.egg_tray': None
  'unit.wheelbarrow': None
  'unit.ox_cart': None
  'unit.pickup': None
  'unit.ha': None
  'unit.acre': None
  'unit.m2': None
  'unit.km2': None
  'unit.ft2': None
  'firstDay.title': None
  'firstDay.done': { readonly what: Text | number }
  'firstDay.byManager': { readonly what: Text | number }
  'firstDay.name': None
  'firstDay.member': None
  'firstDay.delivery': None
  'firstDay.backup': None
  'firstDay.phone': None
  'firstDay.next': None
  'firstDay.hide': None
  'cooperative.title': None
  'cooperative.what': None
  'cooperative.country': None
  'cooperative.choose': None
  'cooperative.noCountry': None
  'cooperative.timeZone': None
  'cooperative.timeZoneHelp': None
  'cooperative.phone': None
  'cooperative.phoneHelp': None
  'cooperative.save': None
  'cooperative.done': None
  'cooperative.language': None
  'cooperative.name': None
  'backups.title': None
  'backups.done': None
  'backups.none': None
  'backups.where': None
  'backups.noPlace': None
  'backups.goTo': { readonly place: Text | number }
  'backups.silent': { readonly place: Text | number }
  'backups.sameDisk': { readonly folder: Text | number }
  'backups.newAndSameDisk': { readonly caution: Text | number }
  'backups.newAndSameDisk.remedy': None
  'backups.mayNotWrite': { readonly path: Text | number }
  'backups.silentDisk': { readonly path: Text | number }
  'backups.silentDisk.remedy': None
  'backups.inside': None
  'backups.inside.remedy': None
  'backups.openToAll': { readonly path: Text | number; readonly kind: Text | number }
  'backups.openToAll.remedy': { readonly command: Text | number }
  'backups.unreachable': { readonly fault: Text | number }
  'backups.unreachable.remedy': None
  'backups.noFolder': { readonly path: Text | number }
  'backups.locked': { readonly path: Text | number; readonly error: Text | number }
  'backups.locked.service': None
  'backups.locked.mount': { readonly command: Text | number }
  'backups.locked.make': { readonly command: Text | number }
  'backups.noneSet': None
  'backups.noneSet.remedy': { readonly flag: Text | number }
  'backups.wouldGo': { readonly place: Text | number }
  'backups.another': None
  'backups.disk': None
  'backups.size': None
  'backups.free': None
  'backups.windows': None
  'backups.noDisk': None
  'backups.mount': { readonly source: Text | number }
  'backups.folder': None
  'backups.otherFolder': None
  'backups.folderHelp': None
  'backups.take': None
  'backups.takeAllTheSame': None
  'backups.key': None
  'backups.hasKey': None
  'backups.placeFirst': None
  'backups.keyWhat': None
  'backups.makeKey': None
  'backups.keyShown': None
  'backups.keyNotUsed': None
  'backups.keyUsed': None
  'backups.sheet': None
  'backups.ofCooperative': { readonly cooperative: Text | number; readonly day: Text | number }
  'backups.keep': None
  'backups.qr': None
  'backups.vkey': None
  'backups.once': None
  'backups.isWritten': None
  'backups.useKey': None
  'backups.leave': None
  'backups.often': None
  'backups.every.6h': None
  'backups.every.12h': None
  'backups.every.24h': None
  'backups.every.7d': None
  'backups.every.off': None
  'backups.setEvery': None
  'backups.make': None
  'backups.makeFirst': None
  'backups.makeThere': { readonly command: Text | number }
  'staff.title': None
  'staff.name': None
  'staff.role': None
  'staff.since': None
  'staff.ended': { readonly at: Text | number }
  'staff.add': None
  'staff.addDo': None
  'staff.reset': None
  'staff.end': None
  'staff.setRole': None
  'staff.code': { readonly name: Text | number; readonly code: Text | number; readonly until: Text | number; readonly url: Text | number }
  'staff.again': None
  'staff.factorGone': None
  'staff.badName': None
  'staff.badName.remedy': None
  'staff.taken': { readonly name: Text | number }
  'staff.taken.remedy': None
  'staff.unknown': { readonly name: Text | number }
  'staff.unknown.remedy': None
  'staff.lastManager': { readonly name: Text | number }
  'staff.lastManager.remedy': None
  'factor.title': None
  'factor.code': None
  'factor.help': None
  'factor.wrong': None
  'account.title': None
  'account.must': None
  'account.factor': None
  'account.isOff': None
  'account.isOn': { readonly left: number }
  'account.ownPassword': None
  'account.turnOn': None
  'account.turnOff': None
  'account.scan': None
  'account.qr': None
  'account.key': None
  'account.codes': None
  'account.proof': None
  'account.newRecovery': None
  'account.wrongProof': None
  'account.password': None
  'account.old': None
  'account.setPassword': None
  'account.language': None
  'account.languageOfPages': None
  'account.asBrowser': None
  'account.setLanguage': None
  'account.passwordDone': None
  'lender.title': None
  'lender.token': None
  'lender.tokenHelp': None
  'lender.wrong': None
  'lender.purposes': None
  'lender.nobody': None
  'view.title': { readonly at: Text | number }
  'view.page': None
  'view.list.title': { readonly at: Text | number }
  'view.list.page': None
  'view.list.all': None
  'view.field.purpose': None
  'view.field.from': None
  'view.field.reader': None
  'view.field.dates': None
  'view.field.about': None
  'view.from': { readonly cooperative: Text | number }
  'view.dates': { readonly zone: Text | number }
  'view.purpose.listed': { readonly name: Text | number; readonly meaning: Text | number }
  'view.purpose.unlisted': { readonly purpose: Text | number }
  'view.about.phone': { readonly name: Text | number; readonly phone: Text | number }
  'view.about.disagree': { readonly name: Text | number }
  'view.about.named': { readonly name: Text | number }
  'view.about.unnamed': { readonly name: Text | number }
  'view.about.own': { readonly name: Text | number }
  'view.about.notOpened': None
  'view.about.noneToShow': None
  'view.party.this': None
  'view.party.reader': None
  'view.party.another': None
  'view.party.hidden': None
  'view.crop.unlisted': { readonly code: Text | number }
  'view.unit.unlisted': { readonly code: Text | number }
  'view.times': { readonly amount: Text | number; readonly unit: Text | number }
  'view.called': { readonly quantity: Text | number; readonly label: Text | number }
  'view.anyProduce': None
  'view.goods': { readonly quantity: Text | number; readonly crop: Text | number }
  'view.rate': { readonly kg: Text | number; readonly unit: Text | number }
  'view.rateOf': { readonly kg: Text | number; readonly crop: Text | number; readonly unit: Text | number }
  'view.sampled': { readonly rate: Text | number; readonly count: number }
  'view.reckoned': { readonly rate: Text | number }
  'view.reckoned.otherwise': { readonly rate: Text | number }
  'view.way.reckoned': { readonly way: Text | number; readonly rate: Text | number }
  'view.way.otherwise': { readonly way: Text | number; readonly rate: Text | number }
  'view.way.none': None
  'view.flags': { readonly flags: Text | number }
  'view.flags.someWithheld': { readonly count: number }
  'view.ground.refused': { readonly subject: Text | number; readonly type: Text | number }
  'view.ground.until': { readonly day: Text | number }
  'view.ground.window': { readonly windows: Text | number }
  'view.ground.orWindow': { readonly one: Text | number; readonly other: Text | number }
  'view.ground.byWindow': None
  'view.ground.windowUntil': { readonly window: Text | number; readonly day: Text | number }
  'view.ground.anyTime': None
  'view.window.from': { readonly day: Text | number }
  'view.window.to': { readonly day: Text | number }
  'view.window.both': { readonly first: Text | number; readonly last: Text | number }
  'view.keep': { readonly some: string; readonly day: Text | number }
  'view.keep.longer': { readonly some: string; readonly day: Text | number; readonly last: Text | number }
  'view.empty': None
  'view.empty.own': None
  'view.unread': { readonly type: string; readonly count: number }
  'view.forks': { readonly type: string }
  'view.forks.others': { readonly count: number }
  'view.forks.unread': None
  'view.left.to_itself': { readonly count: number }
  'view.left.by_outsider': { readonly count: number }
  'view.left.without_kg': { readonly count: number }
  'view.left.forked': { readonly count: number }
  'view.left.forms': { readonly count: number }
  'view.left.weight': { readonly count: number }
  'view.left.others': { readonly count: number }
  'view.deliveries.title': None
  'view.deliveries.date': None
  'view.deliveries.recorded': None
  'view.deliveries.kg': None
  'view.deliveries.way': None
  'view.deliveries.confirmed': None
  'view.deliveries.noKg': None
  'view.confirmed.confirmed': None
  'view.confirmed.by_delegate': None
  'view.confirmed.not_confirmed': None
  'view.deliveries.left': { readonly lines: Text | number; readonly count: number }
  'view.sums.kg': None
  'view.sums.deliveries': None
  'view.sums.total': None
  'view.sums.confirmed': None
  'view.sums.by_delegate': None
  'view.sums.not_confirmed': None
  'view.sums.together': None
  'view.sums.delivered': { readonly subject: Text | number; readonly crop: Text | number }
  'view.sums.received': { readonly subject: Text | number; readonly crop: Text | number }
  'view.sums.own': { readonly subject: Text | number }
  'view.sums.opened': None
  'view.sums.incomplete': { readonly what: Text | number }
  'view.delivery.parties': { readonly way: string; readonly other: Text | number; readonly by: string; readonly subject: Text | number; readonly whom: string }
  'view.delivery.itself': None
  'view.delivery.confirmed': { readonly by: string; readonly side: Text | number; readonly day: Text | number; readonly channel: string }
  'view.delivery.confirmedHidden': { readonly by: string; readonly side: Text | number }
  'view.side.other': None
  'view.side.either': None
  'view.delivery.grade': { readonly grade: Text | number }
  'view.delivery.price': { readonly price: Text | number }
  'view.delivery.paid': { readonly acknowledged: Text | number; readonly claimed: Text | number; readonly remaining: Text | number }
  'view.enteredLate': { readonly day: Text | number }
  'view.delivery.inNoSum': None
  'view.sentence': { readonly text: Text | number }
  'view.corrected': { readonly day: Text | number }
  'view.corrected.before': { readonly day: Text | number; readonly before: Text | number }
  'view.corrected.first': { readonly day: Text | number; readonly before: Text | number; readonly first: Text | number }
  'view.corrected.earlier': { readonly day: Text | number; readonly before: Text | number; readonly earlier: Text | number }
  'view.corrected.unread': { readonly day: Text | number }
  'view.was.kg': { readonly kg: Text | number; readonly way: Text | number }
  'view.was.price': { readonly price: Text | number }
  'view.was.dated': { readonly date: Text | number }
  'view.obligations.title': None
  'view.obligations.over': None
  'view.obligations.left': { readonly lines: Text | number; readonly count: number }
  'view.owes.deliver_produce': { readonly owes: Text | number; readonly to: Text | number }
  'view.owes.repay_input_credit': { readonly owes: Text | number; readonly to: Text | number }
  'view.owes.repay_loan': { readonly owes: Text | number; readonly to: Text | number }
  'view.owes.pay_for_goods': { readonly owes: Text | number; readonly to: Text | number }
  'view.owes.other': { readonly owes: Text | number; readonly to: Text | number }
  'view.owed': { readonly what: Text | number; readonly due: string; readonly day: Text | number }
  'view.obligation.dated': { readonly date: Text | number; readonly late: string; readonly day: Text | number; readonly has: string; readonly goods: Text | number }
  'view.obligation.noKg': None
  'view.obligation.committed': None
  'view.obligation.delivered': None
  'view.obligation.confirmed': None
  'view.obligation.outstanding': None
  'view.obligation.inDeliveries': { readonly count: number }
  'view.obligation.confirmedOf': { readonly count: number }
  'view.obligation.over': None
  'view.obligation.seeBelow': None
  'view.obligation.incomplete': None
  'view.obligation.left': { readonly what: Text | number }
  'view.payments.title': None
  'view.payments.date': None
  'view.payments.purpose': None
  'view.payments.method': None
  'view.payments.amount': None
  'view.payments.acknowledged': None
  'view.payments.left': { readonly lines: Text | number; readonly count: number }
  'view.payment.acknowledged': None
  'view.payment.claimed': None
  'view.payment.parties': { readonly way: string; readonly other: Text | number }
  'view.payment.reference': { readonly reference: Text | number }
  'view.paid.sums': None
  'view.paid.sum': { readonly way: string; readonly purpose: Text | number }
  'view.paid.payments': None
  'view.paid.owed': None
  'view.paid.acknowledged': None
  'view.paid.claimed': None
  'view.paid.remaining': None
  'view.paid.count': { readonly count: number }
  'view.paid.last': { readonly day: Text | number }
  'view.paid.pastDue': None
  'view.paid.incomplete': { readonly count: number }
  'view.paid.own': None
  'view.paid.opened': None
  'view.paid.beyond': None
  'view.left.by_outsider.payment': { readonly count: number }
  'view.left.sums': { readonly count: number }
  'view.notInKg': None
  'view.lots.title': None
  'view.lots.over': None
  'view.lots.left': { readonly lines: Text | number; readonly count: number }
  'view.lot.headline': { readonly crop: Text | number; readonly graded: string; readonly grade: Text | number; readonly date: Text | number; readonly late: string; readonly day: Text | number }
  'view.lot.custody': { readonly holder: Text | number; readonly has: string; readonly since: Text | number; readonly transfers: number }
  'view.lot.broken': None
  'view.lot.unbroken': None
  'view.lot.putIn': None
  'view.lot.notCounted': None
  'view.lot.noneStated': None
  'view.lot.declared': None
  'view.lot.difference': None
  'view.lot.wentOut': None
  'view.lot.wentOutHow': None
  'view.lot.lost': None
  'view.lot.lostHow': None
  'view.lot.remaining': None
  'view.lot.remainingHow': None
  'view.lot.inputs': { readonly count: number; readonly kg: Text | number }
  'view.lot.inputsOpen': { readonly count: number; readonly kg: Text | number }
  'view.lot.inputsHidden': { readonly count: number; readonly kg: Text | number }
  'view.lot.inputsLeft': { readonly kg: Text | number }
  'view.lot.allowed': { readonly percent: Text | number; readonly kg: Text | number }
  'view.lot.legsLeft': { readonly count: number }
  'view.lot.legsHidden': { readonly count: number; readonly kg: Text | number }
  'view.lot.leg': { readonly day: Text | number; readonly kg: Text | number; readonly expected: Text | number; readonly difference: Text | number; readonly breached: string }
  'view.lot.legAlone': { readonly day: Text | number; readonly kg: Text | number }
  'view.lot.breached': None
  'view.lot.uncompared': None
  'view.lot.noBreach': None
  'view.lot.addsUp': None
  'view.lot.incomplete': None
  'view.lot.leftOut': { readonly count: number }
  'view.plots.title': None
  'view.plots.plot': None
  'view.plots.country': None
  'view.plots.stated': None
  'view.plots.drawn': None
  'view.plots.unnamed': None
  'view.plots.notReckoned': None
  'view.plots.left': { readonly lines: Text | number; readonly count: number }
  'view.plots.sum': { readonly count: number; readonly flagged: number }
  'view.plot.was': { readonly stated: Text | number; readonly drawn: Text | number }
  'view.plot.wasCalled': { readonly name: Text | number; readonly stated: Text | number; readonly drawn: Text | number }
  'view.plot.noSize': None
  'view.plot.asDrawn': { readonly hectares: Text | number }
  'view.refused.title': None
  'view.refused.own': None
  'view.refused.grounds': None
  'view.refused.opened': { readonly subject: Text | number }
  'view.refused.types': { readonly subject: Text | number }
  'view.refused.nothing': None
  'view.refused.unprinted': { readonly types: Text | number }
  'view.refused.moreGrants': None
  'view.refused.moreNames': None
  'view.refused.sums': None
  'view.refused.even': None
  'view.until': { readonly day: Text | number; readonly types: Text | number }
  'view.until.window': { readonly day: Text | number; readonly window: Text | number; readonly types: Text | number }
  'view.byGrants': { readonly count: number }
  'view.flags.title': None
  'view.flags.none': None
  'view.flags.meaning': { readonly flag: Text | number; readonly meaning: Text | number }
  'view.flags.withheld': { readonly count: number }
  'view.limits.title': None
  'view.limit.balance': { readonly percent: Text | number }
  'view.limit.sample': { readonly count: number }
  'view.limit.late': { readonly count: number }
  'view.limit.implausible': { readonly kg: Text | number }
  'view.limit.stated': { readonly percent: Text | number }
  'view.limit.plots': { readonly hectares: Text | number; readonly percent: Text | number }
  'view.factors': None
  'view.factor': { readonly one: Text | number; readonly kg: Text | number; readonly source: Text | number }
  'view.factors.left': { readonly count: number }
  'view.not.title': None
  'view.not.score': None
  'view.not.complete': None
  'view.not.proof': None
  'view.not.anchoredYet': None
  'view.not.anchored': None
  'view.anchored.folder': { readonly at: Text | number }
  'view.anchored.signed': { readonly at: Text | number; readonly publisher: Text | number }
  'view.not.checked': None
  'view.english': None
  'view.list.parties': None
  'view.list.nobody': None
  'view.list.until': None
  'view.list.party': None
  'view.list.opened': None
  'view.list.noName': None
  'view.list.nameNotOpened': None
  'view.list.count': { readonly parties: number; readonly grants: number }
  'view.list.moreGrants': None
  'view.list.moreNames': None
  'view.list.left': { readonly lines: Text | number; readonly count: number }
  'view.list.changing': None
  'view.list.ask': None
  'view.list.choose': None
  'view.list.number': { readonly number: Text | number }
  'view.list.phone': { readonly phone: Text | number }
  'view.list.numberAndPhone': { readonly number: Text | number; readonly phone: Text | number }
  'view.list.allTypes': { readonly count: number }
  'view.list.allBut': { readonly types: Text | number }
  'view.short.delivery_confirmation': None
  'view.short.payment_confirmation': None
  'view.short.custody_transfer': None
  'view.command.notId': { readonly subject: Text | number }
  'view.command.notId.remedy': None
  'view.command.which': None
  'view.command.party': None
  'view.command.id': None
  'view.command.noLanguage': { readonly code: Text | number }
  'view.command.noLanguage.remedy': { readonly codes: Text | number }
  'view.command.noToken': None
  'view.command.noToken.remedy': None
  'view.command.noAddress': { readonly url: Text | number }
  'view.command.noAddress.remedy': None
  'view.command.untrusted': { readonly origin: Text | number; readonly code: Text | number }
  'view.command.untrusted.remedy': None
  'view.command.silent': { readonly origin: Text | number }
  'view.command.silent.remedy': None
  'view.command.refused': { readonly status: Text | number; readonly title: Text | number }
  'view.command.refused.unexplained': { readonly status: Text | number }
  'view.command.refused.token': None
  'view.command.refused.request': None
  'ask.title': None
  'ask.nav': None
  'ask.view': None
  'ask.open': None
  'ask.granted': None
  'ask.ended': None
  'ask.none': None
  'ask.about': None
  'ask.sent': None
  'ask.withdraw': None
  'ask.see': None
  'ask.openHelp': None
  'ask.new': None
  'ask.memberNo': None
  'ask.phone': None
  'question.region': None
  'question.member_no': None
  'question.phone': None
  'question.reason': None
  'question.lawful_basis': None
  'question.occurred_at': None
  'question.producer': None
  'question.crop': None
  'question.quantity': None
  'question.custody_transfer.quantity': None
  'question.measurement_method': None
  'question.season': None
  'question.grade': None
  'question.note': None
  'question.holder': None
  'question.inputs': None
  'question.lot.location': None
  'question.location': None
  'question.from_party': None
  'question.to_party': None
  'question.delivery.lot_id': None
  'question.custody_transfer.lot_id': None
  'question.lot_id': None
  'question.obligation_id': None
  'question.agreed_price': None
  'question.channel': None
  'question.cause': None
  'question.obligor': None
  'question.obligee': None
  'question.payer': None
  'question.payee': None
  'question.method': None
  'question.purpose': None
  'question.settles': None
  'question.reference': None
  'question.amount': None
  'question.due_at': None
  'ask.whom': None
  'ask.oneOf': None
  'ask.purpose': None
  'ask.types': None
  'ask.until': None
  'ask.keep': None
  'ask.keepHelp': None
  'ask.reason': None
  'question.name': None
  'question.country': None
  'question.crops': None
  'question.area_ha': None
  'question.reference_number': None
  'question.verification_number': None
  'question.filed_by': None
  'question.filed_at': None
  'ask.reasonHelp': None
  'ask.do': None
  'ask.done': None
  'ask.withdrawn': None
  'ask.older': None
  'ask.usedBefore': None
  'refused.title': None
  'refused.tls': None
  'refused.host': None
  'refused.origin': None
  'refused.stale': None
  'refused.role': { readonly role: Text | number; readonly who: Text | number }
  'refused.managerOnly': None
  'refused.clerkOrManager': None
  'fault.title': None
  'fault.findParty': None
  'fault.findCrop': None
  'fault.whole': { readonly what: Text | number; readonly cure: Text | number }
  'fault.tooLarge': { readonly megabytes: Text | number }
  'fault.formTooLarge': None
  'fault.boundaryTooLarge': None
  'fault.unforeseen': None
  'terminal.choice': { readonly question: Text | number }
  'terminal.choiceOrNone': { readonly question: Text | number; readonly none: Text | number }
  'terminal.numberOrWord': { readonly most: number }
  'terminal.twoLetters': { readonly one: Text | number; readonly another: Text | number }
  'terminal.threeLetters': { readonly one: Text | number; readonly another: Text | number; readonly third: Text | number }
  'question.display_name': None
  'question.party.kind': None
  'question.obligation.kind': None
  'notFound.title': None
  'notFound.text': None
  'field.required': None
  'date.day': { readonly day: Text | number; readonly month: Text | number; readonly year: Text | number }
  'date.moment': { readonly day: Text | number; readonly clock: Text | number }
  'date.week': { readonly day: Text | number }
  'date.month': { readonly month: Text | number; readonly year: Text | number }
  'date.season': { readonly month: Text | number; readonly year: Text | number }
  'span.minutes': { readonly count: number }
  'span.hours': { readonly count: number }
  'span.days': { readonly count: number }
  'value.money': { readonly currency: Text | number; readonly figure: Text | number }
  'value.minorUnits': { readonly figure: Text | number; readonly currency: Text | number }
  'value.percent': { readonly figure: Text | number }
  'value.counted': { readonly count: Text | number; readonly noun: Text | number }
  'value.sentences': { readonly first: Text | number; readonly next: Text | number }
  'typed.today': None
  'typed.yesterday': None
  'typed.cooperative': None
  'value.series': { readonly before: Text | number; readonly next: Text | number }
  'value.clauses': { readonly first: Text | number; readonly rest: Text | number }
  'name.callsItself': { readonly name: Text | number }
  'name.partyCallingItself': { readonly name: Text | number }
  'name.notRecorded': { readonly name: Text | number }
  'name.none': None
  'name.detailed': { readonly name: Text | number; readonly detail: Text | number }
  'name.detailedTwice': { readonly name: Text | number; readonly kind: Text | number; readonly number: Text | number }
  'name.others': { readonly count: number }
  'name.byOthers': { readonly names: Text | number }
  'way.exact unit': None
  'way.weighed sample': None
  'way.published standard': None
  'way.assumed default': None
  'way.factor unknown': None
  'way.not by its factor': None
}

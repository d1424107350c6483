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
  'entry.target_id': None
  'entry.evidence': None
  'entry.delegation_id': None
  'entry.device_id': None
  'entry.recorded_at': None
  'entry.supersedes': None
  'entry.id': None
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
  'paper.by': { readonly name: Text | number; readonly cooperative: Text | number; readonly day: Text | number }
  'paper.sign': None
  'paper.witness': None
  'paper.clerk': None
  'paper.number': { readonly id: Text | number }
  'paper.help': None
  'access.title': None
  'access.help': None
  'access.handedOver': None
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
  'import.moreFaults': { readonly count: number }
  'import.rejects': None
  'import.mapFile': None
  'import.correct': None
  'import.accept': None
  'import.write': { readonly count: number }
  'import.lookAgain': None
  'import.continue': None
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
  'word.disclosed': None
  'word.self_reported': None
  'word.field_estimated': None
  'word.coop_counted': None
  'word.coop_weighed': None
  'word.calibrated_weighed': None
  'word.third_party_verified': None
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
  'word.in_person_signature': None
  'word.witnessed': None
  'word.ussd_confirmation': None
  'word.organisational_bylaw': None
  'word.retracted': None
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
  'word.done': None
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
  'ask.whom': None
  'ask.oneOf': None
  'ask.purpose': None
  'ask.types': None
  'ask.until': None
  'ask.keep': None
  'ask.keepHelp': None
  'ask.reason': None
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
  'fault.title': None
  'fault.findParty': None
  'fault.findCrop': None
  'fault.tooLarge': { readonly megabytes: Text | number }
  'fault.formTooLarge': None
  'fault.boundaryTooLarge': None
  'fault.unforeseen': None
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
  'name.callsItself': { readonly name: Text | number }
  'name.partyCallingItself': { readonly name: Text | number }
  'name.notRecorded': { readonly name: Text | number }
  'name.none': None
  'name.others': { readonly count: number }
  'name.byOthers': { readonly names: Text | number }
  'way.exact unit': None
  'way.weighed sample': None
  'way.published standard': None
  'way.assumed default': None
  'way.factor unknown': None
  'way.not by its factor': None
}

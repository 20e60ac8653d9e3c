import type { Right } from '@/lib/applications/rights'

/**
 * Who may do it: someone with a right on the application or organisation that it names, anyone signed in with what is
 * theirs, someone who was invited, someone who still owes a code, staff, or anyone.
 */
type Doer = Right | 'self' | 'invited' | 'pending' | 'reviewer' | 'administrator' | 'anyone'

export type Rules = {
  by: Doer
  /** What it gives, decides, publishes, configures or ends, where it asks. */
  does?: string
  /**
   * Whether it asks who is there, unless they confirmed it in the last 15 minutes: always, unless it is about a Sandbox
   * application alone, on the page before it, or by a link that was mailed to them alone.
   */
  asks?: 'always' | 'production' | 'before' | 'link'
  /** It cannot be undone: asks each time whether to go on. */
  final?: true
  /** Who gets an e-mail, besides the one it invites. `owners`: all of them, before and after, its author too. */
  mails?: 'owners' | 'team' | 'person' | 'administrators' | 'reviewers' | 'audience'
}

type Module = { file: string; acts: Record<string, Rules> }

const portal = 'app/(portal)'
const application = `${portal}/applications/[id]`
const administration = 'app/(administration)/administration'
const staff = { by: 'administrator', asks: 'always' } as const
const inProduction = { asks: 'production', mails: 'owners' } as const

/**
 * Every act: what a server action or a route that takes posts does. `confirmed` asks as it says here, the tests of
 * access try each act with everyone, and docs/acts.md is made of it. An act that asks has its name in
 * `messages/*\/acts.json`.
 */
export const acts = {
  access: {
    file: `${administration}/applications/[id]/access/actions.ts`,
    acts: { saveAccess: { ...staff, does: 'sets the accounts that an application may read', mails: 'team' } },
  },
  account: {
    file: `${portal}/account/actions.ts`,
    acts: {
      changeOwnPassword: { by: 'self', mails: 'person' },
      changeOwnEmail: { by: 'self', asks: 'always', does: 'requests another address', mails: 'person' },
      cancelOwnEmailChange: { by: 'self' },
      changeOwnLanguage: { by: 'self' },
      changeOwnProfile: { by: 'self' },
      nameOwnSession: { by: 'self' },
      revokeOwnSession: { by: 'self' },
      revokeOwnOtherSessions: { by: 'self' },
      turnOffAuthenticator: { by: 'self', asks: 'always', does: 'ends a second factor', mails: 'person' },
      removeOwnPasskey: { by: 'self', asks: 'always', does: 'ends a second factor', mails: 'person' },
      createOwnAccessKey: {
        by: 'self',
        asks: 'always',
        does: 'gives a program what its owner may read, or change in the Sandbox',
        mails: 'person',
      },
      removeOwnAccessKey: { by: 'self', final: true, does: 'ends an access key' },
      unlinkOwnIdentity: { by: 'self', asks: 'always', does: 'ends a way to sign in', mails: 'person' },
      renewCodes: { by: 'self', asks: 'always', does: 'replaces the recovery codes' },
      chooseHints: { by: 'self' },
    },
  },
  accountDeletion: {
    file: `${portal}/account/delete/actions.ts`,
    acts: {
      deleteOwnAccount: {
        by: 'self',
        asks: 'always',
        does: 'ends an account; members inherit what it owned alone',
        mails: 'owners',
      },
    },
  },
  activation: {
    file: 'app/(auth)/activate/[link]/actions.ts',
    acts: { activateOwnAccount: { by: 'anyone' }, renewLink: { by: 'anyone', mails: 'person' } },
  },
  addresses: {
    file: `${application}/addresses/actions.ts`,
    acts: {
      changeOwnNetworks: {
        by: 'networks',
        asks: 'always',
        does: 'sets the addresses that an application may be called from, or requests them',
        mails: 'owners',
      },
      withdrawListRequest: { by: 'networks' },
    },
  },
  administrationWebhooks: {
    file: `${administration}/webhooks/actions.ts`,
    acts: {
      addAdministrationEndpoint: { ...staff, does: 'sends the audit log to a URL', mails: 'administrators' },
      rotateAdministrationEndpoint: { ...staff, does: 'gives a signing secret', mails: 'administrators' },
      removeAdministrationEndpoint: { ...staff, final: true, does: 'ends an endpoint' },
      enableAdministrationEndpoint: {
        ...staff,
        does: 'sends the audit log to a URL',
        mails: 'administrators',
      },
      sendTest: { ...staff, does: 'sends a test event' },
      resendAdministrationEvent: { ...staff, does: 'sends an event again' },
    },
  },
  alerts: {
    file: `${administration}/alerts/actions.ts`,
    acts: { resolveOpenAlert: { ...staff, does: 'resolves an alert' } },
  },
  announcements: {
    file: `${administration}/announcements/actions.ts`,
    acts: {
      publishDraft: { ...staff, does: 'publishes an announcement', mails: 'audience' },
      withdrawPublished: { ...staff, final: true, does: 'withdraws an announcement' },
    },
  },
  announcementChange: {
    file: `${administration}/announcements/[id]/actions.ts`,
    acts: { saveAnnouncement: { ...staff, does: 'changes an announcement' } },
  },
  application: {
    file: `${application}/actions.ts`,
    acts: {
      revealOwnSecret: { by: 'secrets', ...inProduction, does: 'shows the client secret' },
      copySecret: { by: 'secrets', ...inProduction, does: 'shows the client secret' },
      rotateOwnSecret: { by: 'secrets', ...inProduction, does: 'gives another client secret' },
      endPreviousSecret: { by: 'secrets', asks: 'production', final: true, does: 'ends a client secret' },
      addKey: { by: 'secrets', ...inProduction, does: 'lets the holder of a key call' },
      removeKey: { by: 'secrets', ...inProduction, does: 'ends a key' },
      switchBackToSecret: { by: 'secrets', ...inProduction, does: 'ends the keys, gives a client secret' },
    },
  },
  applicationDeletion: {
    file: `${application}/delete/actions.ts`,
    acts: {
      removeApplication: { by: 'delete', asks: 'always', does: 'ends an application', mails: 'team' },
    },
  },
  branding: {
    file: `${administration}/branding/actions.ts`,
    acts: {
      saveBrandingForm: { ...staff, does: 'publishes name, colours, logo and links' },
    },
  },
  browser: {
    file: 'app/(auth)/sign-in/browser/[link]/actions.ts',
    acts: { makeOwnBrowserKnown: { by: 'anyone' } },
  },
  browserLink: {
    file: 'app/(auth)/sign-in/browser/actions.ts',
    acts: { requestLink: { by: 'anyone', mails: 'person' } },
  },
  certificate: {
    file: `${application}/certificate/actions.ts`,
    acts: {
      shareLink: { by: 'certificates' },
      endLink: { by: 'certificates', final: true, does: 'ends the link to a certificate' },
    },
  },
  confirmation: {
    file: 'app/(auth)/confirm/actions.ts',
    acts: { confirmOwnIdentity: { by: 'self' }, beginPasskey: { by: 'self' } },
  },
  console: {
    file: 'app/_console/actions.ts',
    acts: {
      callApi: { by: 'console', asks: 'production', does: 'uses the client secret' },
      makeFirstCall: { by: 'console', asks: 'production', does: 'uses the client secret' },
    },
  },
  details: {
    file: `${application}/edit/actions.ts`,
    acts: {
      saveDetails: { by: 'edit' },
      moveToOrganisation: {
        by: 'applications',
        ...inProduction,
        final: true,
        does: 'makes the owners and members of an organisation those of an application',
      },
    },
  },
  developer: {
    file: `${administration}/developers/[id]/actions.ts`,
    acts: {
      suspendPerson: { ...staff, does: 'suspends a person, and what they own alone', mails: 'person' },
      reinstatePerson: { ...staff, does: 'reinstates a person', mails: 'person' },
      approvePerson: { ...staff, does: 'admits a person', mails: 'person' },
      rejectPerson: { ...staff, does: 'rejects a person', mails: 'person' },
      changeRole: { ...staff, does: 'lowers a role', mails: 'person' },
      resetFactor: { ...staff, does: 'ends a second factor', mails: 'person' },
      unlinkPerson: { ...staff, does: 'ends a way to sign in', mails: 'person' },
      erasePerson: { ...staff, does: 'erases a person who owns nothing alone', mails: 'person' },
    },
  },
  documentRequirements: {
    file: 'app/(review)/review/requirements/actions.ts',
    acts: {
      saveDocumentRequirement: { ...staff, does: 'configures a document that applicants send' },
      retireDocumentRequirement: { ...staff, does: 'retires a document, or puts it in force' },
      shiftDocumentRequirement: { ...staff, does: 'changes the order of the documents' },
      changeTemplate: { ...staff, does: 'publishes a form to fill in' },
    },
  },
  emailChange: {
    file: 'app/(auth)/change-email/[link]/actions.ts',
    acts: { confirmNewEmail: { by: 'self', mails: 'person' } },
  },
  emailUndo: {
    file: 'app/(auth)/change-email/undo/[link]/actions.ts',
    acts: { undoOwnEmailChange: { by: 'anyone', mails: 'person' } },
  },
  forgotPassword: {
    file: 'app/(auth)/forgot-password/actions.ts',
    acts: { forgotPassword: { by: 'anyone', mails: 'person' } },
  },
  invitation: {
    file: 'app/(auth)/invitation/[link]/actions.ts',
    acts: {
      acceptWithPassword: {
        by: 'anyone',
        asks: 'link',
        does: 'gives its author the role of staff',
        mails: 'administrators',
      },
      acceptInvitation: {
        by: 'self',
        asks: 'always',
        does: 'gives its author the role of staff',
        mails: 'administrators',
      },
    },
  },
  feed: {
    file: `${administration}/accounts/feed-actions.ts`,
    acts: {
      resumeSenderOfFeed: { ...staff, does: 'lets a paused sender of accounts go on' },
      retryRefusedChanges: { ...staff, does: 'has refused changes of accounts tried again' },
    },
  },
  joining: {
    file: 'app/(auth)/join/[link]/actions.ts',
    acts: {
      joinWithPassword: {
        by: 'anyone',
        asks: 'link',
        does: 'gives its author a role on a team',
        mails: 'owners',
      },
    },
  },
  landing: { file: 'app/(public)/actions.ts', acts: { readTestBalance: { by: 'anyone' } } },
  limits: {
    file: `${application}/traffic/limit/actions.ts`,
    acts: {
      requestHigherLimit: { by: 'limits', mails: 'owners' },
      withdrawLimitRequest: { by: 'limits' },
    },
  },
  mailAgain: {
    file: `${administration}/outbox/actions.ts`,
    acts: { sendMailAgain: { by: 'administrator', mails: 'person' } },
  },
  member: {
    file: 'app/_team/member/actions.ts',
    acts: {
      changeMember: {
        by: 'team',
        ...inProduction,
        final: true,
        does: 'gives the ownership to a member, or ends a membership',
      },
      leaveOwnTeam: {
        by: 'leave',
        ...inProduction,
        final: true,
        does: 'ends a membership; a member inherits what no one else owns',
      },
    },
  },
  numbers: { file: `${administration}/accounts/actions.ts`, acts: { lookUpNumber: { by: 'administrator' } } },
  operatedApplication: {
    file: `${administration}/applications/[id]/actions.ts`,
    acts: {
      suspendOperated: { ...staff, does: 'suspends an application', mails: 'team' },
      reinstateOperated: { ...staff, does: 'reinstates an application', mails: 'team' },
      appointApplicationOwner: { ...staff, does: 'gives the ownership to a member', mails: 'owners' },
      saveLimit: { ...staff, does: 'sets a limit', mails: 'owners' },
      openRequest: { ...staff, does: 'shows its author a request of an application for an hour' },
    },
  },
  organisation: {
    file: 'app/(review)/review/[id]/organisation-actions.ts',
    acts: {
      suspendReviewed: { ...staff, does: 'suspends an organisation and its applications', mails: 'owners' },
      reinstateReviewed: { ...staff, does: 'reinstates an organisation', mails: 'owners' },
    },
  },
  organisationOwner: {
    file: `${administration}/organisations/[id]/actions.ts`,
    acts: {
      appointOrganisationOwner: { ...staff, does: 'gives the ownership to a member', mails: 'owners' },
    },
  },
  organisationRecord: {
    file: `${portal}/organisations/[id]/edit/actions.ts`,
    acts: { saveOrganisation: { by: 'edit' } },
  },
  newApplication: {
    file: `${portal}/applications/new/actions.ts`,
    acts: { createApplication: { by: 'self', mails: 'person' } },
  },
  newOrganisation: {
    file: `${portal}/organisations/new/actions.ts`,
    acts: { createOwnOrganisation: { by: 'self' } },
  },
  ownOrganisation: {
    file: `${portal}/organisations/[id]/actions.ts`,
    acts: {
      moveApplicationIn: {
        by: 'applications',
        ...inProduction,
        final: true,
        does: 'makes the owners and members of an organisation those of an application',
      },
      closeOrganisation: {
        by: 'delete',
        asks: 'always',
        final: true,
        does: 'ends an organisation and its applications',
      },
    },
  },
  passkey: {
    file: 'app/(auth)/two-factor/passkey/actions.ts',
    acts: {
      beginPasskey: { by: 'self', asks: 'before', does: 'begins to add a passkey' },
      addPasskey: { by: 'self', asks: 'before', does: 'adds a way to sign in', mails: 'person' },
    },
  },
  preferences: {
    file: 'app/_request/locale.ts',
    acts: { chooseLocale: { by: 'anyone' }, chooseTheme: { by: 'anyone' } },
  },
  reference: { file: 'app/docs/reference/actions.ts', acts: { callFromReference: { by: 'console' } } },
  rehearsal: {
    file: `${application}/rehearsal/actions.ts`,
    acts: { startOwnRehearsal: { by: 'rehearsals' }, endOwnRehearsal: { by: 'rehearsals' } },
  },
  rehearsalCases: {
    file: `${administration}/rehearsal/actions.ts`,
    acts: { saveRequiredCases: { ...staff, does: 'configures the test cases' } },
  },
  request: {
    file: 'app/(review)/review/request-action.ts',
    acts: {
      decideOnRequest: {
        ...staff,
        by: 'reviewer',
        does: 'decides on a limit or on addresses',
        mails: 'owners',
      },
    },
  },
  reset: {
    file: 'app/(auth)/reset-password/[link]/actions.ts',
    acts: {
      resetOwnPassword: { by: 'anyone', mails: 'person' },
      renewLink: { by: 'anyone', mails: 'person' },
    },
  },
  review: {
    file: 'app/(review)/review/[id]/actions.ts',
    acts: {
      decideOn: { ...staff, by: 'reviewer', does: 'decides on a submission', mails: 'team' },
      claimReview: { by: 'reviewer' },
      releaseReview: { by: 'reviewer' },
      sendToDeveloper: { by: 'reviewer', mails: 'team' },
      keepNote: { by: 'reviewer' },
    },
  },
  roles: {
    file: `${administration}/roles/actions.ts`,
    acts: {
      inviteStaff: {
        ...staff,
        does: 'offers the role of reviewer or administrator',
        mails: 'administrators',
      },
      revokeStaffInvitation: { ...staff, does: 'ends an invitation' },
    },
  },
  search: { file: `${portal}/search/actions.ts`, acts: { searchCommands: { by: 'anyone' } } },
  secondFactor: {
    file: 'app/(auth)/two-factor/actions.ts',
    acts: {
      turnOnAuthenticator: { by: 'self', asks: 'before', does: 'adds a second factor', mails: 'person' },
    },
  },
  signIn: { file: 'app/(auth)/sign-in/actions.ts', acts: { signIn: { by: 'anyone' } } },
  signInCode: {
    file: 'app/(auth)/sign-in/code/actions.ts',
    acts: { giveCode: { by: 'pending' }, beginPasskey: { by: 'pending' }, givePasskey: { by: 'pending' } },
  },
  signInPasskey: {
    file: 'app/(auth)/sign-in/passkey-actions.ts',
    acts: { beginPasskey: { by: 'anyone' }, givePasskey: { by: 'anyone' } },
  },
  signOut: { file: 'app/_request/sign-out.ts', acts: { signOut: { by: 'self' } } },
  signUp: { file: 'app/(auth)/sign-up/actions.ts', acts: { signUp: { by: 'anyone', mails: 'person' } } },
  submission: {
    file: 'app/_validation/actions.ts',
    acts: {
      moveSubmission: { by: 'documents' },
      sendMessage: { by: 'documents', mails: 'reviewers' },
    },
  },
  team: {
    file: 'app/_team/actions.ts',
    acts: {
      inviteMember: { by: 'team', ...inProduction, does: 'offers a role on a team' },
      revokeInvitation: { by: 'team' },
    },
  },
  teamInvitation: {
    file: 'app/_request/answer-invitation.ts',
    acts: { answerInvitation: { by: 'invited', ...inProduction, does: 'gives its author a role on a team' } },
  },
  templates: {
    file: 'app/(review)/review/templates/actions.ts',
    acts: {
      saveTemplate: { ...staff, does: 'configures a saved reply' },
      removeTemplate: { ...staff, final: true, does: 'ends a saved reply' },
    },
  },
  terms: {
    file: `${administration}/terms/actions.ts`,
    acts: {
      publishDraft: { ...staff, does: 'publishes terms' },
      remindPeople: { ...staff, does: 'sends reminders of the terms', mails: 'audience' },
    },
  },
  termsAcceptance: {
    file: 'app/terms/accept/actions.ts',
    acts: { acceptCurrentTerms: { by: 'self', mails: 'person' } },
  },
  testAccounts: {
    file: `${application}/accounts/actions.ts`,
    acts: {
      createAccount: { by: 'test_accounts' },
      changeAccount: { by: 'test_accounts' },
      resetAccounts: { by: 'test_accounts' },
      removeAccount: { by: 'test_accounts', final: true, does: 'ends a test account' },
      importFixture: { by: 'test_accounts' },
    },
  },
  webhooks: {
    file: `${application}/webhooks/actions.ts`,
    acts: {
      addOwnEndpoint: { by: 'webhooks', ...inProduction, does: 'sends an application’s events to a URL' },
      rotateOwnEndpoint: { by: 'webhooks', ...inProduction, does: 'gives a signing secret' },
      removeOwnEndpoint: { by: 'webhooks', final: true, does: 'ends an endpoint' },
      enableOwnEndpoint: { by: 'webhooks', ...inProduction, does: 'sends an application’s events to a URL' },
      sendTest: { by: 'webhooks' },
      resendOwnEvent: { by: 'webhooks' },
    },
  },
  // Routes that take posts, by their method.
  accountFiles: {
    file: '/administration/accounts/upload',
    acts: { POST: { ...staff, does: 'imports a file of accounts' } },
  },
  documents: { file: '/applications/[id]/validation/documents', acts: { POST: { by: 'documents' } } },
  organisationDocuments: { file: '/organisations/[id]/documents', acts: { POST: { by: 'documents' } } },
  identityLink: {
    file: '/oidc/link',
    acts: { POST: { by: 'self', asks: 'before', does: 'adds a way to sign in', mails: 'person' } },
  },
  providerLogout: { file: '/oidc/back-channel-logout', acts: { POST: { by: 'anyone' } } },
  menu: { file: '/commands', acts: { POST: { by: 'anyone' } } },
  agents: { file: '/mcp', acts: { POST: { by: 'anyone' } } },
  // By an access key, whose owner's rights its tools check (app/_program/tools.ts).
  programs: {
    file: '/api/[...path]',
    acts: { PUT: { by: 'test_accounts' }, POST: { by: 'test_accounts' }, DELETE: { by: 'test_accounts' } },
  },
} as const satisfies Record<string, Module>

type Acts = typeof acts

/** An act, as its module and function. */
export type ActName = { [M in keyof Acts]: `${M}.${string & keyof Acts[M]['acts']}` }[keyof Acts]

/** An act of one module. */
export type ActIn<M extends keyof Acts> = string & keyof Acts[M]['acts']

/** What the table says about an act. */
export function rulesOf(name: ActName): Rules {
  const [module, act = ''] = name.split('.') as [keyof Acts, string?]
  return (acts[module] as Module).acts[act] as Rules
}

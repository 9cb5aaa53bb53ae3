import { randomUUID } from 'node:crypto';
import { type AccessTable, access, agentsOnly, everyone, signedIn } from './accessMatrix.ts';
import { slotVisitor, TOTP_SECRET, webhookBody } from './accessMatrixScene.ts';
import { TEST_PASSWORD } from './factories/users.ts';
import { PasskeyDevice } from './passkeyDevice.ts';
import { pushSubscriptionBody } from './pushService.ts';
import { codeAt } from './secondFactor.ts';

const unasked = { challenge: 'made-up', origin: 'http://localhost:3000' };
const WRONG_TOKEN = 'A'.repeat(43);
const wrongSlot = () => ({ params: { token: `1.${'A'.repeat(22)}` } });
const reviewBody = { rating: 5, comment: 'Quick and friendly.' };
const contactBody = { name: 'Ana Reyes', email: 'ana@example.com', message: 'May I see it?' };
const partiesOnly = { ...signedIn(404), user: 200, agent: 200 };
const ownReview = { ...signedIn(403), agent: 200 };
const savedSearchBody = { name: 'Condos', query: 'type=condo', frequency: 'daily' };
const ownSearch = { ...signedIn(404), user: 200 };
const ownNew = { ...signedIn(404), user: 201 };
const savedReplyBody = { title: 'Thanks', text: 'Thank you, {name}.' };
const ownReply = { ...signedIn(403), agent: 200, otherAgent: 404 };
const inboxOnly = { ...signedIn(403), agent: 200 };

/** Accounts, and calls between people. */
export const peopleAccess: AccessTable = {
  'POST /api/auth/register': [
    access(everyone(201), ({ freeEmail }) => ({
      body: { name: 'New Person', email: freeEmail(), password: TEST_PASSWORD },
    })),
  ],
  'POST /api/auth/login': [
    access(everyone(200), async ({ person }) => ({
      body: { email: (await person()).email, password: TEST_PASSWORD },
    })),
  ],
  'POST /api/auth/forgot-password': [access(everyone(200), ({ freeEmail }) => ({ body: { email: freeEmail() } }))],
  'POST /api/auth/reset-password': [
    access(everyone(400), () => ({ body: { token: WRONG_TOKEN, password: TEST_PASSWORD } }), 'a made-up link'),
  ],
  'POST /api/auth/verify-email': [
    access(everyone(400), () => ({ body: { token: WRONG_TOKEN } }), 'a made-up link'),
  ],
  // The addresses of the cast are confirmed.
  'POST /api/auth/verify-email/resend': [access(signedIn(409))],
  'PUT /api/auth/email': [
    access(signedIn(200), ({ freeEmail }) => ({ body: { email: freeEmail(), password: TEST_PASSWORD } })),
  ],
  'DELETE /api/auth/email': [access(signedIn(200))],
  'POST /api/auth/email/refuse': [
    access(everyone(400), () => ({ body: { token: WRONG_TOKEN } }), 'a made-up link'),
  ],
  // The tests send no text messages, so there are no digits either.
  'POST /api/auth/verify-phone': [access(signedIn(409))],
  'POST /api/auth/verify-phone/confirm': [access(signedIn(400), () => ({ body: { code: '123456' } }))],
  'GET /api/auth/profile': [access(signedIn(200))],
  'PUT /api/auth/profile': [access(signedIn(200), () => ({ body: { name: 'Another Name' } }))],
  'GET /api/auth/activity': [access(signedIn(200))],
  'PUT /api/auth/password': [
    access(signedIn(200), () => ({
      body: { currentPassword: TEST_PASSWORD, newPassword: 'another secret' },
    })),
  ],
  'POST /api/auth/logout': [access(signedIn(200))],
  'GET /api/auth/sessions': [access(signedIn(200))],
  'DELETE /api/auth/sessions': [access(signedIn(200))],
  'DELETE /api/auth/sessions/{id}': [
    access({ ...signedIn(404), user: 200 }, async ({ secondSession }) => ({
      params: { id: await secondSession() },
    })),
  ],
  'GET /api/tokens': [access(agentsOnly(200))],
  'POST /api/tokens': [access(agentsOnly(201), () => ({ body: { name: 'Website', scopes: ['listings:read'] } }))],
  'DELETE /api/tokens/{id}': [access(ownReply, async ({ apiToken }) => ({ params: { id: await apiToken() } }))],
  'GET /api/auth/totp': [access(signedIn(200))],
  'POST /api/auth/totp': [access(signedIn(200))],
  'PUT /api/auth/totp': [
    access({ ...signedIn(409), user: 200 }, async ({ cast, secondFactor }) => {
      await secondFactor(cast.user.id, false);
      return { body: { code: codeAt(TOTP_SECRET, Date.now()) } };
    }),
  ],
  'DELETE /api/auth/totp': [
    access({ ...signedIn(409), user: 200 }, async ({ cast, secondFactor }) => {
      await secondFactor(cast.user.id);
      return {};
    }),
  ],
  'POST /api/auth/totp/recovery-codes': [
    access({ ...signedIn(409), user: 200 }, async ({ cast, secondFactor }) => {
      await secondFactor(cast.user.id);
      return {};
    }),
  ],
  'POST /api/auth/confirm': [access(signedIn(200), () => ({ body: { password: TEST_PASSWORD } }))],
  'GET /api/auth/methods': [access(everyone(200))],
  'GET /api/auth/passkeys': [access(signedIn(200))],
  'POST /api/auth/passkeys/options': [access(signedIn(200))],
  'POST /api/auth/passkeys': [
    access({ ...signedIn(400), user: 201 }, async ({ cast }) => {
      const options = (await cast.user.post('/api/auth/passkeys/options')).body.data;
      return { body: { name: 'Mine', credential: new PasskeyDevice().create(options, unasked) } };
    }),
    access(
      signedIn(400),
      () => ({ body: { name: 'Mine', credential: new PasskeyDevice().create(unasked, unasked) } }),
      'that nobody asked for',
    ),
  ],
  'PUT /api/auth/passkeys/{id}': [
    access({ ...signedIn(404), user: 200 }, async ({ passkey }) => ({
      params: { id: await passkey() },
      body: { name: 'Another name' },
    })),
  ],
  'DELETE /api/auth/passkeys/{id}': [
    access({ ...signedIn(404), user: 200 }, async ({ passkey }) => ({ params: { id: await passkey() } })),
  ],
  'POST /api/auth/passkey-login/options': [access(everyone(200))],
  'POST /api/auth/passkey-login': [
    access(
      everyone(401),
      () => ({ body: { credential: new PasskeyDevice().use(unasked, unasked) } }),
      'that is not known',
    ),
  ],
  'POST /api/auth/confirm/passkey/options': [access(signedIn(200))],
  'POST /api/auth/confirm/passkey': [
    access(
      signedIn(401),
      () => ({ body: { credential: new PasskeyDevice().use(unasked, unasked) } }),
      'that is not known',
    ),
  ],
  // No provider is configured.
  'POST /api/auth/provider/options': [access(everyone(404))],
  'POST /api/auth/provider': [access(everyone(404), () => ({ body: { secret: 'made-up', answer: {} } }))],
  // Administrators alone have views of their lists.
  'GET /api/settings/views': [access(signedIn(200))],
  'POST /api/settings/views': [
    access({ ...signedIn(403), admin: 201 }, () => ({
      body: { list: 'users', name: 'Suspended', query: { status: 'suspended' } },
    })),
  ],
  'PUT /api/settings/views/{id}': [
    access({ ...signedIn(404), admin: 200 }, async ({ savedView }) => ({
      params: { id: await savedView() },
      body: { name: 'Renamed' },
    })),
  ],
  'DELETE /api/settings/views/{id}': [
    access({ ...signedIn(404), admin: 200 }, async ({ savedView }) => ({
      params: { id: await savedView() },
    })),
  ],
  'GET /api/settings': [access(signedIn(200))],
  'PUT /api/settings': [access(signedIn(200), () => ({ body: { privacy: { showEmail: true } } }))],
  'GET /api/settings/places': [access(signedIn(200))],
  'PUT /api/settings/places': [
    access(signedIn(200), () => ({
      body: { places: [{ name: 'Work', lat: 14.5495, lng: 121.0277, mode: 'car', max_minutes: 30 }] },
    })),
  ],
  'GET /api/privacy/data': [access(signedIn(200))],
  'GET /api/privacy/erasure': [access(signedIn(200))],
  'POST /api/privacy/erasure': [
    // An admin hands the role over first.
    access({ ...signedIn(201), admin: 403, moderator: 403, support: 403, auditor: 403 }, () => ({
      body: { password: TEST_PASSWORD },
    })),
  ],
  'DELETE /api/privacy/erasure': [
    access({ ...signedIn(409), user: 200 }, async ({ cast, erasureRequest }) => {
      await erasureRequest(cast.user.id);
      return {};
    }),
  ],
  'POST /api/uploads': [access(signedIn(201))],
  'POST /api/attachments': [access(signedIn(201))],
  'GET /api/attachments/{id}': [
    access(partiesOnly, async ({ attachment }) => ({ params: { id: await attachment() } })),
  ],
  'GET /api/search': [access(signedIn(200), () => ({ query: { q: 'Makati' } }))],
  'GET /api/places': [access(everyone(200), () => ({ query: { q: 'ust' } }))],
  'GET /api/search/suggest': [access(everyone(200), () => ({ query: { q: 'Makati' } }))],

  'GET /api/agents': [access(everyone(200))],
  'GET /api/agents/specializations': [access(everyone(200))],
  'GET /api/agents/locations': [access(everyone(200))],
  'POST /api/agents/apply': [
    // The other callers have applied, are agents, or may not apply.
    access({ ...signedIn(409), user: 201 }, () => ({ body: { license_number: 'PRC 0012345' } })),
  ],
  'GET /api/agents/{id}': [
    access(everyone(200), ({ cast }) => ({ params: { id: cast.agent.id } })),
    access(everyone(404), ({ cast }) => ({ params: { id: cast.applicant.id } }), 'an applicant'),
  ],
  'GET /api/agents/{id}/statistics': [
    access(everyone(200), ({ cast }) => ({ params: { id: cast.agent.id } })),
    access(everyone(404), ({ cast }) => ({ params: { id: cast.applicant.id } }), 'an applicant'),
  ],
  'GET /api/agents/{id}/properties': [
    access(everyone(200), ({ cast }) => ({ params: { id: cast.agent.id } })),
    access(everyone(404), ({ cast }) => ({ params: { id: cast.applicant.id } }), 'an applicant'),
  ],
  'GET /api/agents/{id}/reviews': [access(everyone(200), ({ cast }) => ({ params: { id: cast.agent.id } }))],
  'POST /api/agents/{id}/reviews': [
    access({ ...signedIn(201), agent: 403 }, ({ cast }) => ({
      params: { id: cast.agent.id },
      body: reviewBody,
    })),
  ],

  'PUT /api/agents/{id}/reviews/{reviewId}/answer': [
    access(ownReview, async ({ cast, review }) => ({
      params: { id: cast.agent.id, reviewId: await review() },
      body: { answer: 'Thank you.' },
    })),
    access(
      { ...signedIn(403), otherAgent: 404 },
      async ({ cast, review }) => ({
        params: { id: cast.otherAgent.id, reviewId: await review() },
        body: { answer: 'Thank you.' },
      }),
      'under another agent',
    ),
  ],
  'DELETE /api/agents/{id}/reviews/{reviewId}/answer': [
    access(ownReview, async ({ cast, review }) => ({
      params: { id: cast.agent.id, reviewId: await review() },
    })),
  ],

  // The tests name no address for incoming mail.
  'POST /api/inbound/mail': [access(everyone(404))],
  'POST /api/agents/{id}/contact': [
    access({ ...everyone(201), agent: 403 }, ({ cast }) => ({
      params: { id: cast.agent.id },
      body: contactBody,
    })),
  ],
  'GET /api/agents/{id}/contacts/counts': [access(inboxOnly, ({ cast }) => ({ params: { id: cast.agent.id } }))],
  'GET /api/agents/{id}/contacts': [access(inboxOnly, ({ cast }) => ({ params: { id: cast.agent.id } }))],
  'PUT /api/agents/{id}/contacts/{contactId}': [
    access(inboxOnly, async ({ cast, inquiry }) => ({
      params: { id: cast.agent.id, contactId: await inquiry() },
      body: { status: 'read' },
    })),
    access(
      { ...signedIn(403), otherAgent: 404 },
      async ({ cast, inquiry }) => ({
        params: { id: cast.otherAgent.id, contactId: await inquiry() },
        body: { status: 'read' },
      }),
      'under another agent',
    ),
  ],
  'POST /api/agents/{id}/contacts/{contactId}/reply': [
    access(inboxOnly, async ({ cast, inquiry }) => ({
      params: { id: cast.agent.id, contactId: await inquiry() },
      body: { message: 'Yes, it is.', replyMethod: 'phone' },
    })),
  ],

  'GET /api/inquiries': [access(signedIn(200))],
  'GET /api/agents/clients': [access(agentsOnly(200))],
  'GET /api/agents/clients/{key}': [
    access({ ...signedIn(403), agent: 200, otherAgent: 404 }, async ({ cast, inquiry }) => {
      await inquiry();
      return { params: { key: `user-${cast.user.id}` } };
    }),
  ],
  'GET /api/desk': [access(agentsOnly(200))],
  'GET /api/desk/insights': [access(agentsOnly(200))],
  'GET /api/desk/figures': [access(agentsOnly(200))],
  'PUT /api/desk/insights/{key}': [
    access(agentsOnly(200), ({ cast }) => ({
      params: { key: `license_ending-${cast.agent.id}` },
      body: { dismissed: true },
    })),
  ],
  'GET /api/desk/queue': [access(agentsOnly(200), () => ({ query: { view: 'all' } }))],
  'GET /api/desk/clients/{id}': [
    access(ownReply, async ({ deskClient }) => ({ params: { id: await deskClient() } })),
  ],
  'GET /api/desk/clients/{id}/timeline': [
    access(ownReply, async ({ deskClient }) => ({ params: { id: await deskClient() } })),
  ],
  'PUT /api/desk/clients/{id}': [
    access(ownReply, async ({ deskClient }) => ({
      params: { id: await deskClient() },
      body: { stage: 'offer' },
    })),
  ],
  'PUT /api/desk/clients/{id}/read': [
    access(ownReply, async ({ deskClient }) => ({ params: { id: await deskClient() } })),
  ],
  'POST /api/desk/clients/{id}/replies': [
    access({ ...ownReply, agent: 201 }, async ({ deskClient }) => ({
      params: { id: await deskClient() },
      body: { channel: 'chat', content: 'Yes, it is.', client_id: randomUUID() },
    })),
  ],
  'PUT /api/desk/clients/{id}/replies/{clientId}': [
    access(ownReply, async ({ heldReply }) => ({ params: await heldReply() })),
  ],
  'DELETE /api/desk/clients/{id}/replies/{clientId}': [
    access(ownReply, async ({ heldReply }) => ({ params: await heldReply() })),
  ],
  'POST /api/desk/clients/{id}/notes': [
    access({ ...ownReply, agent: 201 }, async ({ deskClient }) => ({
      params: { id: await deskClient() },
      body: { text: 'Likes gardens' },
    })),
  ],
  'PUT /api/desk/clients/{id}/notes/{noteId}': [
    access(ownReply, async ({ clientNote }) => ({ params: await clientNote(), body: { text: 'Has a dog' } })),
  ],
  'DELETE /api/desk/clients/{id}/notes/{noteId}': [
    access(ownReply, async ({ clientNote }) => ({ params: await clientNote() })),
  ],
  'POST /api/desk/clients/{id}/assignment': [
    access(ownReply, async ({ deskClient, colleague }) => ({
      params: { id: await deskClient() },
      body: { agent_id: await colleague() },
    })),
  ],
  'GET /api/office': [access(agentsOnly(200))],
  'POST /api/office': [access(agentsOnly(201), () => ({ body: { name: 'Cruz Homes' } }))],
  'PUT /api/office': [
    access(ownReply, async ({ office }) => {
      await office();
      return { body: { about: 'Since 1990' } };
    }),
  ],
  'DELETE /api/office': [
    access(ownReply, async ({ office }) => {
      await office();
      return {};
    }),
  ],
  'POST /api/office/invitations': [
    access({ ...ownReply, agent: 201 }, async ({ office, freeEmail }) => {
      await office();
      return { body: { email: freeEmail() } };
    }),
  ],
  'DELETE /api/office/invitations/{id}': [
    access(ownReply, async ({ officeInvitation, freeEmail }) => ({
      params: { id: await officeInvitation(freeEmail()) },
    })),
  ],
  'PUT /api/office/invitations/{id}': [
    access(
      { ...ownReply, agent: 404, otherAgent: 200 },
      async ({ officeInvitation, cast }) => ({
        params: { id: await officeInvitation(cast.otherAgent.user.email) },
        body: { answer: 'declined' },
      }),
      'to the other agent',
    ),
  ],
  'PUT /api/office/members/{id}': [
    access(ownReply, async ({ colleague }) => ({
      params: { id: await colleague() },
      body: { role: 'manager' },
    })),
  ],
  'DELETE /api/office/members/{id}': [
    access(ownReply, async ({ colleague }) => ({ params: { id: await colleague() }, body: {} })),
  ],
  'POST /api/office/hand-overs': [
    access(ownReply, async ({ deskClient, colleague, cast }) => {
      await deskClient();
      return { body: { from_id: cast.agent.id, to_id: await colleague(), which: 'all' } };
    }),
  ],
  'GET /api/office/figures': [
    access(ownReply, async ({ office }) => {
      await office();
      return {};
    }),
  ],
  'GET /api/feeds/office/listings.json': [
    access(ownReply, async ({ office }) => {
      await office();
      return {};
    }),
  ],
  'GET /api/feeds/office/listings.xml': [
    access(ownReply, async ({ office }) => {
      await office();
      return {};
    }),
  ],
  'GET /api/feeds/office/listings.csv': [
    access(ownReply, async ({ office }) => {
      await office();
      return {};
    }),
  ],
  'GET /api/offices/{id}': [access(everyone(200), async ({ office }) => ({ params: { id: await office() } }))],
  'GET /api/desk/availability': [access(agentsOnly(200))],
  'PUT /api/desk/availability': [
    access(agentsOnly(200), () => ({ body: { hours: null, buffer_minutes: 15, notice_hours: 0 } })),
  ],
  'GET /api/desk/days-off': [access(agentsOnly(200))],
  'POST /api/desk/days-off': [
    access(agentsOnly(201), () => ({ body: { first_day: '2031-01-01', last_day: '2031-01-02' } })),
  ],
  'DELETE /api/desk/days-off/{id}': [
    access(ownReply, async ({ daysOff }) => ({ params: { id: await daysOff() } })),
  ],
  'GET /api/agents/{id}/free-times': [
    access(signedIn(200), ({ cast, today }) => ({
      params: { id: cast.agent.id },
      query: { from: today(), to: today() },
    })),
  ],
  'GET /api/agents/saved-replies': [access(agentsOnly(200))],
  'POST /api/agents/saved-replies': [access(agentsOnly(201), () => ({ body: savedReplyBody }))],
  'PUT /api/agents/saved-replies/{id}': [
    access(ownReply, async ({ savedReply }) => ({
      params: { id: await savedReply() },
      body: savedReplyBody,
    })),
  ],
  'DELETE /api/agents/saved-replies/{id}': [
    access(ownReply, async ({ savedReply }) => ({ params: { id: await savedReply() } })),
  ],

  'GET /api/webhooks': [access(agentsOnly(200))],
  'POST /api/webhooks': [access(agentsOnly(201), () => ({ body: webhookBody }))],
  'PUT /api/webhooks/{id}': [
    access(ownReply, async ({ webhook }) => ({ params: { id: await webhook() }, body: { active: false } })),
  ],
  'DELETE /api/webhooks/{id}': [access(ownReply, async ({ webhook }) => ({ params: { id: await webhook() } }))],
  'POST /api/webhooks/{id}/secret': [
    access(ownReply, async ({ webhook }) => ({ params: { id: await webhook() } })),
  ],
  'GET /api/webhooks/{id}/deliveries': [
    access(ownReply, async ({ webhook }) => ({ params: { id: await webhook() } })),
  ],
  'POST /api/webhooks/{id}/test': [
    access({ ...ownReply, agent: 201 }, async ({ webhook }) => ({ params: { id: await webhook() } })),
  ],
  'POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver': [
    access(ownReply, async ({ webhookDelivery }) => ({ params: await webhookDelivery() })),
  ],

  'GET /api/saved-searches': [access(signedIn(200))],
  'POST /api/saved-searches': [access(signedIn(201), () => ({ body: savedSearchBody }))],
  'PUT /api/saved-searches/{id}': [
    access(ownSearch, async ({ savedSearch }) => ({
      params: { id: await savedSearch() },
      body: { name: 'Houses', query: 'type=house' },
    })),
  ],
  'DELETE /api/saved-searches/{id}': [
    access(ownSearch, async ({ savedSearch }) => ({ params: { id: await savedSearch() } })),
  ],
  'GET /api/saved-searches/{id}/matches': [
    access(ownSearch, async ({ savedSearch }) => ({ params: { id: await savedSearch() } })),
  ],

  'GET /api/push/key': [access(signedIn(200))],
  'GET /api/push/subscriptions': [access(signedIn(200))],
  'POST /api/push/subscriptions': [access(signedIn(201), () => ({ body: pushSubscriptionBody() }))],
  'DELETE /api/push/subscriptions/{id}': [
    access(ownSearch, async ({ pushSubscription }) => ({ params: { id: await pushSubscription() } })),
  ],
  // No push service is there to take it.
  'POST /api/push/subscriptions/{id}/test': [
    access({ ...ownSearch, user: 502 }, async ({ pushSubscription }) => ({
      params: { id: await pushSubscription() },
    })),
  ],
  'GET /api/lists': [access(signedIn(200))],
  'POST /api/lists': [access(signedIn(201), () => ({ body: { name: 'Our new home' } }))],
  'POST /api/lists/invitation': [
    access(everyone(200), async ({ listToken }) => ({ body: { token: await listToken() } })),
    access(everyone(404), () => ({ body: { token: WRONG_TOKEN } }), 'a made-up link'),
  ],
  'POST /api/lists/join': [
    access(signedIn(200), async ({ listToken }) => ({ body: { token: await listToken() } })),
    access(signedIn(404), () => ({ body: { token: WRONG_TOKEN } }), 'a made-up link'),
  ],
  'GET /api/lists/{id}': [
    access(ownSearch, async ({ sharedListItem }) => ({ params: { id: (await sharedListItem()).id } })),
  ],
  'PUT /api/lists/{id}': [
    access(ownSearch, async ({ sharedList }) => ({
      params: { id: await sharedList() },
      body: { name: 'Homes near work' },
    })),
  ],
  'DELETE /api/lists/{id}': [
    access(ownSearch, async ({ sharedList }) => ({ params: { id: await sharedList() } })),
  ],
  'POST /api/lists/{id}/items': [
    access(ownNew, async ({ sharedListItem, listing }) => ({
      params: { id: (await sharedListItem()).id },
      body: { property_id: await listing() },
    })),
    access(
      signedIn(404),
      async ({ sharedListItem, hiddenListing }) => ({
        params: { id: (await sharedListItem()).id },
        body: { property_id: await hiddenListing() },
      }),
      'a hidden listing',
    ),
  ],
  'DELETE /api/lists/{id}/items/{itemId}': [
    access(ownSearch, async ({ sharedListItem }) => ({ params: await sharedListItem() })),
  ],
  'PUT /api/lists/{id}/items/{itemId}/vote': [
    access(ownSearch, async ({ sharedListItem }) => ({
      params: await sharedListItem(),
      body: { vote: 'yes' },
    })),
  ],
  'POST /api/lists/{id}/items/{itemId}/comments': [
    access(ownNew, async ({ sharedListItem }) => ({
      params: await sharedListItem(),
      body: { text: 'Nice kitchen' },
    })),
  ],
  'DELETE /api/lists/{id}/comments/{commentId}': [
    access(ownSearch, async ({ listComment }) => ({ params: await listComment() })),
  ],
  'POST /api/lists/{id}/links': [
    access(ownNew, async ({ listInvitation }) => ({ params: { id: (await listInvitation()).id } })),
  ],
  'POST /api/lists/{id}/invitations': [
    access(ownNew, async ({ listInvitation, freeEmail }) => ({
      params: { id: (await listInvitation()).id },
      body: { email: freeEmail() },
    })),
  ],
  'DELETE /api/lists/{id}/invitations/{invitationId}': [
    access(ownSearch, async ({ listInvitation }) => ({ params: await listInvitation() })),
  ],
  'DELETE /api/lists/{id}/members/{userId}': [
    access(ownSearch, async ({ listMember }) => ({ params: await listMember() })),
  ],

  'GET /api/conversations': [access(signedIn(200))],
  'GET /api/conversations/counts': [access(signedIn(200))],
  'POST /api/conversations': [
    access({ ...signedIn(201), agent: 403 }, ({ cast }) => ({
      body: { agentId: cast.agent.id, subject: 'About it', initialMessage: 'Good day.' },
    })),
  ],
  // Admins are refused too: reading them is a call of its own, which asks why.
  'GET /api/conversations/{id}': [
    access(partiesOnly, async ({ conversation }) => ({ params: { id: await conversation() } })),
  ],
  'GET /api/conversations/{id}/messages': [
    access(partiesOnly, async ({ conversation }) => ({ params: { id: await conversation() } })),
  ],
  'POST /api/conversations/{id}/messages': [
    access({ ...signedIn(404), user: 201, agent: 201 }, async ({ conversation }) => ({
      params: { id: await conversation() },
      body: { content: 'Good day.' },
    })),
  ],
  'PUT /api/conversations/{id}/read': [
    access(partiesOnly, async ({ conversation }) => ({ params: { id: await conversation() } })),
  ],

  'GET /api/notifications': [access(signedIn(200))],
  'GET /api/notifications/counts': [access(signedIn(200))],
  'PUT /api/notifications/{id}/read': [
    access({ ...signedIn(404), user: 200 }, async ({ notification }) => ({
      params: { id: await notification() },
    })),
  ],

  'GET /api/viewings': [access(signedIn(200))],
  'GET /api/viewings/counts': [access(signedIn(200))],
  'POST /api/viewings': [
    access({ ...signedIn(201), agent: 403 }, async ({ listing, tomorrow }) => ({
      body: { property_id: await listing(), starts_at: tomorrow() },
    })),
    access(
      signedIn(404),
      async ({ hiddenListing, tomorrow }) => ({
        body: { property_id: await hiddenListing(), starts_at: tomorrow() },
      }),
      'a hidden listing',
    ),
  ],
  'GET /api/viewings/{id}': [access(partiesOnly, async ({ viewing }) => ({ params: { id: await viewing() } }))],
  'POST /api/desk/slots': [
    access({ ...agentsOnly(404), agent: 201 }, async ({ listing, tomorrow }) => ({
      body: { property_id: await listing(), starts_at: [tomorrow()] },
    })),
  ],
  'GET /api/slots/{token}': [
    access(everyone(200), async ({ slotOffer }) => ({ params: { token: (await slotOffer()).token } })),
    access(everyone(404), wrongSlot, 'a made-up link'),
  ],
  'POST /api/slots/{token}': [
    access(everyone(200), async ({ slotOffer }) => {
      const { token, starts_at } = await slotOffer();
      return { params: { token }, body: { starts_at, ...slotVisitor } };
    }),
    access(
      everyone(404),
      ({ tomorrow }) => ({ ...wrongSlot(), body: { starts_at: tomorrow() } }),
      'a made-up link',
    ),
  ],
  'DELETE /api/slots/{token}': [
    access(everyone(200), async ({ bookedSlot }) => ({ params: { token: await bookedSlot() } })),
    access(everyone(404), wrongSlot, 'a made-up link'),
  ],
  'GET /api/slots/{token}/calendar': [
    access(everyone(200), async ({ bookedSlot }) => ({ params: { token: await bookedSlot() } })),
    access(
      everyone(404),
      async ({ slotOffer }) => ({ params: { token: (await slotOffer()).token } }),
      'not booked yet',
    ),
  ],
  'PUT /api/viewings/{id}': [
    // The requester cannot accept their own request.
    access({ ...signedIn(404), user: 409, agent: 200 }, async ({ viewing }) => ({
      params: { id: await viewing() },
      body: { status: 'confirmed' },
    })),
    access(
      { ...signedIn(404), user: 200, agent: 409 },
      async ({ viewing }) => ({ params: { id: await viewing() }, body: { status: 'cancelled' } }),
      'called off',
    ),
  ],
  'PUT /api/viewings/{id}/outcome': [
    access({ ...signedIn(404), user: 403, agent: 200 }, async ({ pastViewing }) => ({
      params: { id: await pastViewing() },
      body: { outcome: 'took_place' },
    })),
  ],
  'GET /api/viewings/{id}/calendar': [
    access(partiesOnly, async ({ viewing }) => ({ params: { id: await viewing() } })),
  ],
};

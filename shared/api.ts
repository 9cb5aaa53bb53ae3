import { accountSecurityCalls, tokensCalls } from './contracts/accountSecurity.ts';
import { agentsCalls, applicationsCalls } from './contracts/agents.ts';
import { analyticsCalls } from './contracts/analytics.ts';
import { attachmentsCalls } from './contracts/attachments.ts';
import { auditLogCalls } from './contracts/auditLog.ts';
import { authCalls, signInCalls, verificationCalls } from './contracts/auth.ts';
import { backupsCalls } from './contracts/backups.ts';
import { adminBuildingsCalls, buildingsCalls } from './contracts/buildings.ts';
import { clientsCalls } from './contracts/clients.ts';
import { conversationModerationCalls, conversationsCalls } from './contracts/conversations.ts';
import { availabilityCalls, deskCalls } from './contracts/desk.ts';
import { duplicatesCalls, offersCalls } from './contracts/duplicates.ts';
import { favoritesCalls } from './contracts/favorites.ts';
import { floodHazardCalls } from './contracts/floodHazard.ts';
import { inboundMailCalls } from './contracts/inboundMail.ts';
import { inquiriesCalls } from './contracts/inquiries.ts';
import { insightsCalls } from './contracts/insights.ts';
import { jobsCalls } from './contracts/jobs.ts';
import { licensesCalls } from './contracts/licenses.ts';
import { listsCalls } from './contracts/lists.ts';
import { marketCalls } from './contracts/market.ts';
import { notificationsCalls } from './contracts/notifications.ts';
import { officeAdminCalls, officesCalls } from './contracts/offices.ts';
import { placesCalls } from './contracts/places.ts';
import { privacyCalls } from './contracts/privacy.ts';
import { propertiesCalls, propertyFacetsCalls, propertyModerationCalls } from './contracts/properties.ts';
import {
  listingFeedCalls,
  officeFeedCalls,
  propertyToolCalls,
  propertyWriteCalls,
} from './contracts/propertyWrites.ts';
import { pushCalls } from './contracts/push.ts';
import { reportsCalls } from './contracts/reports.ts';
import { reviewModerationCalls, reviewsCalls } from './contracts/reviews.ts';
import { savedRepliesCalls } from './contracts/savedReplies.ts';
import { savedSearchesCalls } from './contracts/savedSearches.ts';
import { savedViewsCalls } from './contracts/savedViews.ts';
import { searchCalls, suggestCalls } from './contracts/search.ts';
import { ownPlacesCalls, settingsCalls, systemSettingsCalls } from './contracts/settings.ts';
import { signalsCalls } from './contracts/signals.ts';
import { siteCalls } from './contracts/site.ts';
import { uploadsCalls } from './contracts/uploads.ts';
import { usersCalls } from './contracts/users.ts';
import { slotsCalls, viewingsCalls } from './contracts/viewings.ts';
import { webhooksCalls } from './contracts/webhooks.ts';

/** Each contract under its name in a call's: 'offers.dispute'. For browsers the types alone; the contracts bring zod. */
export const api = {
  accountSecurity: accountSecurityCalls,
  adminBuildings: adminBuildingsCalls,
  agents: agentsCalls,
  analytics: analyticsCalls,
  applications: applicationsCalls,
  attachments: attachmentsCalls,
  auditLog: auditLogCalls,
  auth: authCalls,
  availability: availabilityCalls,
  backups: backupsCalls,
  buildings: buildingsCalls,
  clients: clientsCalls,
  conversationModeration: conversationModerationCalls,
  conversations: conversationsCalls,
  desk: deskCalls,
  duplicates: duplicatesCalls,
  favorites: favoritesCalls,
  floodHazard: floodHazardCalls,
  inboundMail: inboundMailCalls,
  inquiries: inquiriesCalls,
  insights: insightsCalls,
  jobs: jobsCalls,
  licenses: licensesCalls,
  listingFeed: listingFeedCalls,
  lists: listsCalls,
  market: marketCalls,
  notifications: notificationsCalls,
  offers: offersCalls,
  officeAdmin: officeAdminCalls,
  officeFeed: officeFeedCalls,
  offices: officesCalls,
  ownPlaces: ownPlacesCalls,
  places: placesCalls,
  privacy: privacyCalls,
  properties: { ...propertyFacetsCalls, ...propertiesCalls },
  propertyModeration: propertyModerationCalls,
  propertyTool: propertyToolCalls,
  propertyWrite: propertyWriteCalls,
  push: pushCalls,
  reports: reportsCalls,
  reviewModeration: reviewModerationCalls,
  reviews: reviewsCalls,
  savedReplies: savedRepliesCalls,
  savedSearches: savedSearchesCalls,
  savedViews: savedViewsCalls,
  search: searchCalls,
  settings: settingsCalls,
  signIn: signInCalls,
  signals: signalsCalls,
  site: siteCalls,
  suggest: suggestCalls,
  systemSettings: systemSettingsCalls,
  tokens: tokensCalls,
  uploads: uploadsCalls,
  users: usersCalls,
  verification: verificationCalls,
  slots: slotsCalls,
  viewings: viewingsCalls,
  webhooks: webhooksCalls,
};

export type Api = typeof api;
export type Feature = keyof Api;

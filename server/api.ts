import { applicationsService } from '#server/features/agents/applications/service.ts';
import { agentsService } from '#server/features/agents/service.ts';
import { analyticsService } from '#server/features/analytics/service.ts';
import { registerAttachmentRoutes } from '#server/features/attachments/service.ts';
import { auditLogService } from '#server/features/auditLog/service.ts';
import { accountSecurityService } from '#server/features/auth/service/accountSecurity.ts';
import { tokensService } from '#server/features/auth/service/tokens.ts';
import { verificationService } from '#server/features/auth/service/verification.ts';
import { authService, signInService } from '#server/features/auth/service.ts';
import { availabilityService } from '#server/features/availability/service.ts';
import { type BackupService, backupsService } from '#server/features/backups/service.ts';
import {
  adminBuildingsService,
  authorizeBuildingBody,
  buildingsService,
} from '#server/features/buildings/service.ts';
import { clientsService } from '#server/features/clients/service.ts';
import type { ServerContext } from '#server/features/context.ts';
import { conversationModerationService } from '#server/features/conversations/moderation/service.ts';
import { conversationsService } from '#server/features/conversations/service.ts';
import { deskService } from '#server/features/desk/service.ts';
import { duplicatesService } from '#server/features/duplicates/service.ts';
import { favoritesService } from '#server/features/favorites/service.ts';
import { floodHazardService } from '#server/features/floodHazard/service.ts';
import { registerInboundMail } from '#server/features/inboundMail/service.ts';
import { inquiriesService } from '#server/features/inquiries/service.ts';
import { insightsService } from '#server/features/insights/service.ts';
import { jobsService } from '#server/features/jobs/service.ts';
import { licensesService } from '#server/features/licenses/service.ts';
import { listsService } from '#server/features/lists/service.ts';
import { marketService } from '#server/features/market/service.ts';
import { notificationsService } from '#server/features/notifications/service.ts';
import { offersService } from '#server/features/offers/service.ts';
import { officeAdminService } from '#server/features/offices/service/admin.ts';
import { officesService } from '#server/features/offices/service.ts';
import { placesService } from '#server/features/places/service.ts';
import { privacyService } from '#server/features/privacy/service.ts';
import { propertyModerationService } from '#server/features/properties/moderation/service.ts';
import { authorizeLargeBody } from '#server/features/properties/policy.ts';
import { registerFeedRoutes } from '#server/features/properties/routes.ts';
import { propertyWriteService } from '#server/features/properties/service/propertyWrites.ts';
import { propertiesService, propertyToolService } from '#server/features/properties/service.ts';
import { pushService } from '#server/features/push/service.ts';
import { reportsService } from '#server/features/reports/service.ts';
import { reviewModerationService, reviewsService } from '#server/features/reviews/service.ts';
import { savedRepliesService } from '#server/features/savedReplies/service.ts';
import { registerUnsubscribeRoutes, savedSearchesService } from '#server/features/savedSearches/service.ts';
import { searchService } from '#server/features/search/service.ts';
import { suggestService } from '#server/features/search/suggest.ts';
import { ownPlacesService } from '#server/features/settings/ownPlaces.ts';
import { settingsService } from '#server/features/settings/personalSettings.ts';
import { savedViewsService } from '#server/features/settings/savedViews.ts';
import { registerSystemSettingsRoutes } from '#server/features/settings/systemSettings.ts';
import { signalsService } from '#server/features/signals/service.ts';
import { registerSiteRoutes } from '#server/features/site/routes.ts';
import { slotsService } from '#server/features/slots/service.ts';
import { registerUploadRoutes } from '#server/features/uploads/service.ts';
import { usersService } from '#server/features/users/service.ts';
import { viewingsService } from '#server/features/viewings/service.ts';
import { webhooksService } from '#server/features/webhooks/service.ts';
import { createBudgets } from '#server/http/limits/budgets.ts';
import type { RouteOptions } from '#server/http/request.ts';
import { ApiRoutes, type Service } from '#server/http/routing.ts';
import { type Api, api, type Feature } from '#shared/api.ts';

/** The API: each contract on the service that answers it. Of paths that match the same request the first one mounted is taken. */
export function mountApi(context: ServerContext, backups: BackupService): ApiRoutes {
  const routes = new ApiRoutes(createBudgets(context));
  const mount = <Name extends Feature>(
    feature: Name,
    service: Service<Api[Name]>,
    options?: { [Call in keyof Api[Name]]?: RouteOptions },
  ) => routes.mount(feature, api[feature], service, options);
  registerSiteRoutes(routes, context);
  mount('auth', authService(context));
  mount('accountSecurity', accountSecurityService(context));
  mount('signIn', signInService(context));
  mount('verification', verificationService(context));
  mount('tokens', tokensService(context));
  registerFeedRoutes(routes, context);
  mount('propertyTool', propertyToolService(context));
  mount('propertyWrite', propertyWriteService(context), { update: { authorizeLargeBody } });
  mount('properties', propertiesService(context));
  mount('buildings', buildingsService(context), {
    create: { authorizeLargeBody: authorizeBuildingBody },
    update: { authorizeLargeBody: authorizeBuildingBody },
  });
  mount('adminBuildings', adminBuildingsService(context));
  mount('propertyModeration', propertyModerationService(context));
  mount('market', marketService(context));
  mount('offers', offersService(context));
  mount('favorites', favoritesService(context));
  mount('lists', listsService(context));
  mount('savedSearches', savedSearchesService(context));
  registerUnsubscribeRoutes(routes, context);
  mount('analytics', analyticsService(context));
  mount('savedReplies', savedRepliesService(context));
  mount('clients', clientsService(context));
  mount('desk', deskService(context));
  mount('insights', insightsService(context));
  mount('offices', officesService(context));
  mount('availability', availabilityService(context));
  mount('agents', agentsService(context));
  mount('applications', applicationsService(context));
  mount('reviews', reviewsService(context));
  mount('reviewModeration', reviewModerationService(context));
  mount('inquiries', inquiriesService(context));
  mount('conversations', conversationsService(context));
  mount('conversationModeration', conversationModerationService(context));
  mount('notifications', notificationsService(context));
  mount('push', pushService(context));
  mount('webhooks', webhooksService(context));
  mount('viewings', viewingsService(context));
  mount('slots', slotsService(context));
  mount('settings', settingsService(context));
  mount('floodHazard', floodHazardService(context));
  mount('ownPlaces', ownPlacesService(context));
  mount('savedViews', savedViewsService(context));
  registerSystemSettingsRoutes(routes, context);
  registerUploadRoutes(routes, context);
  registerAttachmentRoutes(routes, context);
  registerInboundMail(routes, context);
  mount('privacy', privacyService(context));
  mount('search', searchService(context));
  mount('suggest', suggestService(context));
  mount('places', placesService());
  mount('reports', reportsService(context));
  mount('licenses', licensesService(context));
  mount('officeAdmin', officeAdminService(context));
  mount('signals', signalsService(context));
  mount('duplicates', duplicatesService(context));
  mount('users', usersService(context));
  mount('auditLog', auditLogService(context));
  mount('jobs', jobsService(context));
  mount('backups', backupsService(context, backups));
  return routes;
}

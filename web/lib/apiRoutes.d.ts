declare module 'virtual:api-routes' {
  /** Method and path of each call, by feature and name; build/apiRoutes.ts makes it of the contracts. */
  const routes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  export default routes;
}

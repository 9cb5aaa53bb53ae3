declare module 'virtual:api-routes' {
  /** Method and path of each call; build/apiRoutes.ts makes it of the contracts. */
  const text: string;
  export default text;
}

import { cityText, mainPlaces } from '#shared/gazetteer/names.ts';

/** The company's contact data, for the footer and the company and legal pages. */
export const contact = {
  email: 'info@silong.example',
  phone: '+63 2 8555 0142',
  phoneHref: 'tel:+63285550142',
  address: '8/F Sinag Tower, Dela Rosa Street\nLegazpi Village, Makati City 1229',
} as const;

/** Areas linked in the footer and on the home page, as specified. `location` is the search's parameter. */
export const mainAreas = (['makati', 'pasay', 'taguig'] as const).map((slug) => {
  const name = mainPlaces[slug];
  return { slug, name, location: cityText(name) };
});

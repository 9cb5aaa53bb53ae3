/** How the company is reached, in the footer and on the company and legal pages. */
export const contact = {
  email: 'info@silong.example',
  phone: '+63 2 8555 0142',
  phoneHref: 'tel:+63285550142',
  address: '8/F Sinag Tower, Dela Rosa Street\nLegazpi Village, Makati City 1229',
} as const;

/** The areas the footer links to, as specified. */
export const footerLocations = [
  { slug: 'makati', name: 'Makati' },
  { slug: 'pasay', name: 'Pasay' },
  { slug: 'taguig', name: 'Taguig' },
] as const;

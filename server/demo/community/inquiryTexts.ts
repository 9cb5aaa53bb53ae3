import type { ListingType } from '#shared/contracts/properties.ts';

export const inquiryMessages: Record<ListingType | 'any', readonly string[]> = {
  sale: [
    'Good day! I am interested in “{title}”. Could you send the full computation with bank financing over 15 years?',
    'Is this still for sale? We are pre-approved and would like to view within the week.',
    'Hello, I work in Singapore and will be home for two weeks in December. Can we arrange a viewing and the reservation in that time?',
    'We are a family of five looking around {area}. Does the seller accept an offer below the asking price?',
    'May I know if the title is clean and who pays for the capital gains tax?',
    'I would like to ask for the exact floor plan and the latest association dues.',
    'Is the property open for rent-to-own? We can put down 30%.',
  ],
  rent: [
    'Hi! Is “{title}” available from the first of next month? Two adults, no pets, both working from home.',
    'Good morning, how many months of deposit do you ask for, and do you accept bank transfers instead of checks?',
    'Is the internet fast enough for online teaching at night? That is my only requirement, aside from quiet neighbours.',
    'Looking for a place near my office in {area}. Can I view after 7 PM on any weekday?',
    'Are short leases of six months possible? I am here on a project until summer.',
    'My company would pay for the rent. Can the owner issue an official receipt?',
    'Do you have something similar with one more bedroom?',
  ],
  lease: [
    'We are looking for about this size in {area} for a team of fifteen. What are the common charges and the escalation?',
    'Is the space allowed for a clinic? We would need water supply in three rooms.',
    'Please send the lease proposal, including the fit-out period and parking rates.',
    'Can the unit be occupied before the end of the quarter? Our present contract ends in two months.',
  ],
  any: [
    'I like your listings in {area}. Please let me know when something under ten million comes up.',
    'Do you also help with selling? We have a two-bedroom and would like your opinion on the price.',
    'Hello, we are moving to Manila next year and do not know the city yet. Could we have a call?',
    'I was referred by a friend whom you helped last year. May I have your advice on a first purchase?',
  ],
};

export const inquiryReplies: readonly string[] = [
  'Thank you for writing! Yes, it is available. I can show it to you on Thursday or Saturday; which is better for you?',
  'Good day, and thank you. I have attached the computation you asked for. Please call me when you have had a look.',
  'Thanks for your message. The owner is open to that. Let us first see whether you like the place: how about Friday at 4 PM?',
  'Hello! I am sorry, this one was reserved yesterday. I have two similar ones nearby and will send you both today.',
  'Thank you for your interest. The documents are complete and can be viewed at my office. I am in on weekdays until six.',
  'Happy to help. Could you tell me your budget and the month you would like to move, so that I can prepare a short list?',
];

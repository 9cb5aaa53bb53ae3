/** Every call of the page goes over one channel, every event to it over the other. */
export const CALL_CHANNEL = 'silong:call';
export const EVENT_CHANNEL = 'silong:event';

// The worker in which the computer thinks, so that neither the page nor its tables wait for it.
import { serve_thinking } from "./module.js";

serve_thinking(self);

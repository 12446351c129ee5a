// The guided first game: a table with chosen luck and options, and hints as the questions come up: each question has one
// or several, told one at a time.
// The hints tell what to look at; what is legal is always marked by the server.
import type { Text } from "../net/protocol";

export interface Hint {
  question: string; // the decision's question
  text: Text;
  clause?: string;
}
export interface Guided {
  about: Text;
  seed: string;
  options: Record<string, string>;
  bot: string;
  hints: Hint[];
}

export const guided: Record<string, Guided> = {
  risk_cybertron: {
    about: {
      en: "A short war of two days on a board that is already dealt. You learn to place robots, to attack with good odds, to turn your leader and to move up.",
      fr: "Une courte guerre de deux jours sur un plateau déjà distribué. Vous apprenez à placer des robots, à attaquer quand les chances sont bonnes, à transformer votre chef et à avancer.",
    },
    seed: "first war",
    options: { deal_zones: "on", days: "2" },
    bot: "random",
    hints: [
      {
        question: "choose_leader",
        clause: "RSK-LDR-01",
        text: {
          en: "Four leaders, each with one power as a robot and one as a vehicle. Click one. Megatron's vehicle attacks any zone; Bumblebee's escapes.",
          fr: "Quatre chefs, chacun avec un pouvoir en robot et un en véhicule. Cliquez sur l'un d'eux. En véhicule, Megatron attaque n'importe où ; Bumblebee s'échappe.",
        },
      },
      {
        question: "deploy",
        clause: "RSK-SET-09",
        text: {
          en: "Your zones are outlined. Click one to place a robot. Put several beside an enemy zone that you want.",
          fr: "Vos zones sont cerclées. Cliquez pour y placer un robot. Massez-les près d'une zone ennemie convoitée.",
        },
      },
      {
        question: "play_cards",
        text: {
          en: "Upgrade cards act only in their own moment. When you hold none that fits, pass.",
          fr: "Une carte d'amélioration n'agit qu'à son moment. Si aucune ne convient, passez.",
        },
      },
      {
        question: "place",
        text: {
          en: "These are this turn's robots. Click a zone, choose how many, confirm. One strong zone at the border beats many weak ones.",
          fr: "Voici les robots de ce tour. Cliquez sur une zone, choisissez combien, confirmez. Mieux vaut une zone forte au front que plusieurs faibles.",
        },
      },
      {
        question: "transform",
        text: {
          en: "Here your leader can change form once a turn, and cards with the gate symbol open or close special zones. Or end the phase.",
          fr: "Ici votre chef peut changer de forme une fois par tour, et les cartes au symbole de porte ouvrent ou ferment des zones spéciales. Ou terminez la phase.",
        },
      },
      {
        question: "attack",
        text: {
          en: "Click one of your zones, then an enemy zone. The badge tells the chance to take it: above 70 % is a good beginning. Dragging works too.",
          fr: "Cliquez sur une de vos zones, puis sur une zone ennemie. La pastille donne la chance de la prendre : plus de 70 %, c'est bon pour débuter. Glisser marche aussi.",
        },
      },
      {
        question: "commit_attack",
        text: {
          en: "More units mean more dice. Each unit rolls one; the highest dice meet first and the defender wins ties.",
          fr: "Plus d'unités, plus de dés. Les plus hauts se rencontrent d'abord et le défenseur gagne les égalités.",
        },
      },
      {
        question: "go_on",
        text: {
          en: "Press on while you have clearly more units; stop when it gets even.",
          fr: "Continuez tant que vous êtes nettement plus nombreux ; arrêtez quand cela s'équilibre.",
        },
      },
      {
        question: "move_in",
        text: {
          en: "You took the zone. Move in with many units if you want to attack on from there.",
          fr: "La zone est prise. Entrez en force si vous voulez attaquer plus loin.",
        },
      },
      {
        question: "reinforce",
        text: {
          en: "Last step: move units between connected zones of yours, from the quiet rear to the front. Then your turn ends.",
          fr: "Dernière étape : déplacez des unités entre vos zones reliées, de l'arrière vers le front. Puis votre tour finit.",
        },
      },
      {
        question: "commit_defence",
        text: {
          en: "You are attacked. Two dice are usually better than one.",
          fr: "On vous attaque. Deux dés valent en général mieux qu'un.",
        },
      },
    ],
  },
  dino_battles: {
    about: {
      en: "The starter kingdom, First Hatch, against an easy opponent. You learn to attach cards, to fight with your Active Dinosaur, to answer attacks and to buy.",
      fr: "Le royaume de départ, Première éclosion, contre un adversaire facile. Vous apprenez à attacher des cartes, à combattre, à répondre aux attaques et à acheter.",
    },
    seed: "first hatch",
    options: { kingdom: "first_hatch" },
    bot: "random",
    hints: [
      {
        question: "main",
        clause: "DNB-ATT-01",
        text: {
          en: "Main phase. Attach Combat Cards from your hand to a Dinosaur: click the card, then the Dinosaur. They lie face down under it and pay for its attacks and answers.",
          fr: "Phase principale. Attachez des cartes de combat à un Dinosaure : cliquez la carte, puis le Dinosaure. Cachées sous lui, elles paient ses attaques et ses réponses.",
        },
      },
      {
        question: "main",
        clause: "DNB-CMB-02",
        text: {
          en: "Fight: click an attack of your Active Dinosaur, then the enemy. The letters beside it are the cards that it costs; the figure is the damage.",
          fr: "Combattez : cliquez une attaque de votre Dinosaure actif, puis l'ennemi. Les lettres sont les cartes que cela coûte ; le nombre, les dégâts.",
        },
      },
      {
        question: "main",
        clause: "DNB-STR-01",
        text: {
          en: "Strategies are played from your hand, one a turn unless a card says otherwise; what is left of this turn stands at the upper right. End the phase when nothing more helps.",
          fr: "Les Stratégies se jouent de la main, une par tour sauf mention contraire ; ce qui reste à faire ce tour est en haut à droite. Terminez la phase quand plus rien n'aide.",
        },
      },
      {
        question: "answer",
        text: {
          en: "You are attacked. Evade or Defend needs such a card under the attacked Dinosaur; passing takes the damage.",
          fr: "On vous attaque. Esquiver ou défendre demande la carte sous le dinosaure visé ; passer encaisse.",
        },
      },
      {
        question: "window",
        text: {
          en: "Everyone may play a Tech now. What waits to resolve is shown as a stack: the top one comes first. Pass when you have nothing.",
          fr: "Chacun peut jouer une Tech. Ce qui attend forme une pile : le dessus se résout d'abord. Passez si vous n'avez rien.",
        },
      },
      {
        question: "buy",
        text: {
          en: "Buy phase. Click a card of the Supply or a Dinosaur on offer; it is paid with Combat Cards from your hand.",
          fr: "Phase d'achat. Cliquez une carte de la réserve ou un dinosaure offert ; on paie avec les cartes de combat de la main.",
        },
      },
      {
        question: "buy",
        clause: "DNB-BUY-05",
        text: {
          en: "A card of the Supply goes to your discard pile and comes to your hand after a shuffle; a Dinosaur steps into play at once, into your Reserve.",
          fr: "Une carte de la Réserve commune va à votre défausse et viendra en main après un mélange ; un Dinosaure entre aussitôt en jeu, dans votre réserve.",
        },
      },
      {
        question: "promote",
        text: {
          en: "Your Active zone is empty: choose who comes forward.",
          fr: "Votre zone active est vide : choisissez qui avance.",
        },
      },
    ],
  },
  transformers_tcg: {
    about: {
      en: "Two starter teams. You learn to flip a character between its modes, to play an upgrade and an action, and to attack and count the flipped icons.",
      fr: "Deux équipes de départ. Vous apprenez à transformer un personnage, à jouer une amélioration et une action, à attaquer et à compter les icônes retournées.",
    },
    seed: "first battle",
    options: {},
    bot: "random",
    hints: [
      {
        question: "main",
        clause: "TCG-TRN-04",
        text: {
          en: "This is your team. In the main phase you may flip one character, play one Action and one Upgrade, in any order. Click a character, then Flip: only the mode that lies up gives attack, defense and text.",
          fr: "Voici votre équipe. En phase principale vous pouvez retourner un personnage, jouer une Action et une Amélioration, dans l'ordre voulu. Cliquez un personnage, puis Retourner : seul le mode visible compte.",
        },
      },
      {
        question: "main",
        clause: "TCG-UPG-01",
        text: {
          en: "Upgrades go into slots: a weapon, an armor and a utility for each character. Click the card in your hand, then one of your characters. A full slot loses its old card.",
          fr: "Les Améliorations vont dans des emplacements : une arme, une armure et un utilitaire par personnage. Cliquez la carte, puis un de vos personnages. Un emplacement plein perd l'ancienne carte.",
        },
      },
      {
        question: "main",
        clause: "TCG-ATK-03",
        text: {
          en: "To attack, click one of your untapped characters, then an enemy. Tapped enemies must be attacked first; if none is tapped, any will do. Attacking taps your character, so it can be hit back.",
          fr: "Pour attaquer, cliquez un de vos personnages non engagés, puis un ennemi. Les ennemis engagés d'abord ; s'il n'y en a pas, n'importe lequel. Attaquer engage votre personnage, qui devient une cible.",
        },
      },
      {
        question: "main",
        clause: "TCG-BAT-07",
        text: {
          en: "Both sides flip two cards in a battle: orange icons add to the attack, blue ones to the defense, a white one gives two more flips. What the attack exceeds the defense by is damage.",
          fr: "Chaque camp retourne deux cartes : l'orange s'ajoute à l'attaque, le bleu à la défense, un blanc donne deux cartes de plus. L'excédent de l'attaque sur la défense fait les dégâts.",
        },
      },
      {
        question: "main",
        clause: "TCG-KO-01",
        text: {
          en: "A character whose damage reaches its health is out. Knock out the whole enemy team to win: it often pays to finish the one who is already hurt.",
          fr: "Un personnage dont les dégâts atteignent la vie est hors de combat. Éliminez toute l'équipe adverse : achevez souvent celui qui est déjà blessé.",
        },
      },
      {
        question: "attack",
        clause: "TCG-ATK-01",
        text: {
          en: "Another of your characters can attack now. Choose who, and whom.",
          fr: "Un autre de vos personnages peut attaquer. Choisissez qui, et contre qui.",
        },
      },
      {
        question: "use",
        text: {
          en: "An ability of yours may be used now. Its text stands on the card: point at the character to read it large at the side.",
          fr: "Une de vos capacités peut servir maintenant. Son texte est sur la carte : pointez le personnage pour le lire en grand à côté.",
        },
      },
      {
        question: "choose",
        text: {
          en: "Point at what you mean: what may be chosen is outlined. If several are asked for, take them in any order and confirm.",
          fr: "Désignez ce que vous voulez : ce qui peut être choisi est cerclé. S'il en faut plusieurs, prenez-les dans l'ordre voulu et confirmez.",
        },
      },
      {
        question: "plan",
        text: {
          en: "Plan: a card that you lay on top of your deck is the first to be flipped. Put one with the icon that you need.",
          fr: "Planifier : la carte posée sur le paquet sera la première retournée. Choisissez celle dont l'icône vous sert.",
        },
      },
      {
        question: "order",
        text: {
          en: "Several of your abilities wait. You say which one comes first.",
          fr: "Plusieurs de vos capacités attendent. Vous dites laquelle vient d'abord.",
        },
      },
    ],
  },
  dragon_booster: {
    about: {
      en: "Two starter decks on the track. You learn to load energy, to gear up your dragon and to battle for points.",
      fr: "Deux paquets de départ sur la piste. Vous apprenez à charger l'énergie, à équiper votre dragon et à lutter pour les points.",
    },
    seed: "first race",
    options: {},
    bot: "random",
    hints: [
      {
        question: "deck",
        text: {
          en: "Each rider brings a dragon and a deck of race cards. Take any starter deck for your first race.",
          fr: "Chaque pilote apporte un dragon et un paquet de course. Prenez n'importe quel paquet de départ pour débuter.",
        },
      },
      {
        question: "dragon",
        text: {
          en: "This is the dragon you ride. Its speed, agility and power decide which events you may play.",
          fr: "Voici le dragon que vous montez. Sa vitesse, son agilité et sa puissance décident des événements jouables.",
        },
      },
      {
        question: "lie",
        text: {
          en: "Face up, everyone sees which gear you may still mag; face down, nobody does.",
          fr: "Face visible, tous voient l'équipement qui vous reste ; face cachée, personne.",
        },
      },
      {
        question: "mulligan",
        text: {
          en: "This is your opening hand. Cheap maneuvers (the figure in the corner is the cost) make a good start.",
          fr: "Voici votre main de départ. Des manœuvres peu chères (le coût est au coin) font un bon début.",
        },
      },
      {
        question: "gear_up",
        clause: "DRB-MAG-01",
        text: {
          en: "Gear Up: choose a gear of your dragon deck for one of the four zap caps, or a crew of your team. Gear raises the figures of your dragon and may have effects of its own.",
          fr: "Équipement : choisissez une pièce pour l'un des quatre emplacements, ou un équipier de votre équipe. L'équipement renforce votre dragon et peut avoir ses propres effets.",
        },
      },
      {
        question: "main",
        clause: "DRB-MAN-01",
        text: {
          en: "Main: you have as much energy as the number of the turn. Pay maneuvers with it; they go to your track. Click a card of your hand that is outlined.",
          fr: "Phase principale : autant d'énergie que le numéro du tour. Payez-en des manœuvres, qui vont sur votre piste. Cliquez une carte cerclée de votre main.",
        },
      },
      {
        question: "main",
        clause: "DRB-EVT-02",
        text: {
          en: "Events cost no energy: the stat named by their burst must be high enough. A matching color counts 2 more. Energy that is left over is lost, so spend it.",
          fr: "Les événements ne coûtent pas d'énergie : la caractéristique demandée doit suffire. La même couleur compte 2 de plus. L'énergie restante est perdue : dépensez-la.",
        },
      },
      {
        question: "push",
        clause: "DRB-RSH-01",
        text: {
          en: "Rush: push maneuvers from your track into the zone. What you push will fight, and nothing comes back; keep weak ones on the track.",
          fr: "Ruée : poussez des manœuvres de la piste vers la zone. Ce que vous poussez combattra et ne revient pas ; gardez les faibles sur la piste.",
        },
      },
      {
        question: "start_battle",
        clause: "DRB-RES-04",
        text: {
          en: "You start a battle: name the maneuver that rushes. The higher sprint wins and gains the difference in points, never more than its printed sprint. 30 points win the race.",
          fr: "Vous lancez un combat : nommez la manœuvre qui fonce. Le plus fort sprint gagne et marque la différence, jamais plus que son sprint imprimé. 30 points gagnent la course.",
        },
      },
      {
        question: "rushing_card",
        text: {
          en: "You are challenged: name the maneuver that answers. Compare the sprint figures before you choose.",
          fr: "On vous défie : nommez la manœuvre qui répond. Comparez les sprints avant de choisir.",
        },
      },
      {
        question: "battle",
        text: {
          en: "In a battle you may still play an event or use an effect; when nobody does any more, the sprints are compared. Pass when you have nothing.",
          fr: "En combat vous pouvez encore jouer un événement ou un effet ; quand personne ne le fait plus, on compare les sprints. Passez si vous n'avez rien.",
        },
      },
      {
        question: "choose",
        text: {
          en: "Point at what you mean: what may be chosen is outlined. If several are asked for, take them in any order and confirm.",
          fr: "Désignez ce que vous voulez : ce qui peut être choisi est cerclé. S'il en faut plusieurs, prenez-les dans l'ordre voulu et confirmez.",
        },
      },
      {
        question: "destination",
        text: {
          en: "Where your rushing card goes: what lies on the track can rush again in a later turn.",
          fr: "Où va votre carte : ce qui reste sur la piste pourra foncer un autre tour.",
        },
      },
    ],
  },
  transformers_dbg: {
    about: {
      en: "One Autobot deck in the Matrix. You learn to play cards for power, to move, to take cards from the grid and to face a Confrontation.",
      fr: "Un paquet Autobot dans la Matrice. Vous apprenez à jouer des cartes, à vous déplacer, à prendre des cartes de la grille et à mener une confrontation.",
    },
    seed: "first patrol",
    options: {},
    bot: "random",
    hints: [
      {
        question: "character",
        text: {
          en: "Choose who you are. Your character has two sides, as a robot and as a vehicle, each with its own power, move and text.",
          fr: "Choisissez qui vous êtes. Votre personnage a deux faces, robot et véhicule, chacune avec sa puissance, son mouvement et son texte.",
        },
      },
      {
        question: "arrive",
        text: {
          en: "Your standee enters the Matrix. Choose a space from which several cards are in reach.",
          fr: "Votre figurine entre dans la Matrice. Choisissez une case d'où plusieurs cartes sont à portée.",
        },
      },
      {
        question: "action",
        clause: "DBG-PLY-01",
        text: {
          en: "Play your hand first: click the outlined cards. Power buys and fights, Move walks and searches; how far power reaches stands beside the grid.",
          fr: "Jouez d'abord votre main : cliquez les cartes cerclées. La puissance achète et combat, le mouvement déplace et fouille ; sa portée est indiquée à côté de la grille.",
        },
      },
      {
        question: "action",
        clause: "DBG-SRC-01",
        text: {
          en: "Now move to a facedown card (click a space beside you) and search it for 1 Move. An enemy robot may ambush you when it turns up.",
          fr: "Allez sur une carte cachée (cliquez une case voisine) et fouillez-la pour 1 mouvement. Un robot ennemi peut vous tendre une embuscade.",
        },
      },
      {
        question: "action",
        clause: "DBG-BUY-01",
        text: {
          en: "Faceup cards within range can be bought with power: click the card. They go to your discard pile and come back when you shuffle, so your deck grows stronger.",
          fr: "Une carte visible à portée s'achète avec la puissance : cliquez-la. Elle va dans votre défausse et revient au prochain mélange : votre paquet se renforce.",
        },
      },
      {
        question: "action",
        clause: "DBG-CVT-01",
        text: {
          en: "For 1 Energon you turn your character to its other side. What you have not used of a side waits until it lies up again.",
          fr: "Pour 1 Energon vous changez de face. Ce que vous n'avez pas utilisé d'une face attend qu'elle revienne.",
        },
      },
      {
        question: "action",
        clause: "DBG-CNF-01",
        text: {
          en: "A Boss is fought in a Confrontation: commit power, an Encounter card makes it harder, the others may assist. Bosses give the most points, and the third one ends the game.",
          fr: "Un Boss se combat en confrontation : engagez votre puissance, une carte Rencontre la complique, les autres peuvent aider. Les Boss rapportent le plus, et le troisième finit la partie.",
        },
      },
      {
        question: "spend",
        text: {
          en: "You choose which points you spend. Keep power that reaches far for cards that are far away.",
          fr: "Vous choisissez les points dépensés. Gardez la puissance à longue portée pour les cartes éloignées.",
        },
      },
      {
        question: "assist",
        clause: "DBG-AST-01",
        text: {
          en: "Another player fights. An Assist from your hand gives you a share of the reward.",
          fr: "Un autre joueur combat. Une aide de votre main vous donne une part de la récompense.",
        },
      },
      {
        question: "block",
        clause: "DBG-ATK-03",
        text: {
          en: "You are attacked. A card with Block whose range reaches can stop it; otherwise you take what it does.",
          fr: "On vous attaque. Une carte de blocage à portée peut l'arrêter ; sinon vous subissez son effet.",
        },
      },
      {
        question: "repair",
        text: {
          en: "Repairing takes a Damage away. Standard Damage costs you points at the end.",
          fr: "Réparer retire un Dégât. Les Dégâts ordinaires coûtent des points à la fin.",
        },
      },
      {
        question: "choose",
        text: {
          en: "Point at what you mean: what may be chosen is outlined. If several are asked for, take them in any order and confirm.",
          fr: "Désignez ce que vous voulez : ce qui peut être choisi est cerclé. S'il en faut plusieurs, prenez-les dans l'ordre voulu et confirmez.",
        },
      },
      {
        question: "offer",
        text: {
          en: "One of your texts may be used now. Read it at the side before you decide.",
          fr: "Un de vos textes peut servir maintenant. Lisez-le à côté avant de décider.",
        },
      },
      {
        question: "confront",
        text: {
          en: "In a Confrontation your Confront abilities may help. Use them before the sum is made.",
          fr: "En confrontation, vos capacités de confrontation peuvent aider. Utilisez-les avant le décompte.",
        },
      },
    ],
  },
};

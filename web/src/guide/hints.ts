// The guided first game: a table with chosen luck and options, and a hint the first time each question comes up.
// The hints tell what to look at; what is legal is always marked by the server.
import type { Text } from "../net/protocol";

export interface Hint {
  question: string; // the decision's question, or "start", or "watch" (others are to move)
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
        text: {
          en: "Main phase. Attach Combat Cards from your hand to a Dinosaur (click the card, then the Dinosaur); they pay for attacks and answers. Then attack: click your Active Dinosaur's attack in the list or the enemy Dinosaur.",
          fr: "Phase principale. Attachez des cartes de combat (cliquez la carte, puis le dinosaure) : elles paient attaques et réponses. Puis attaquez.",
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
        question: "start",
        text: {
          en: "Each turn you may flip one character, play one action and one upgrade, and must attack if you can. What can be done is outlined.",
          fr: "À chaque tour : une transformation, une action, une amélioration, puis l'attaque. Ce qui est possible est cerclé.",
        },
      },
    ],
  },
  dragon_booster: {
    about: {
      en: "Two starter decks on the track. You learn to load energy, to gear up your dragon and to battle for the lead.",
      fr: "Deux paquets de départ sur la piste. Vous apprenez à charger l'énergie, à équiper votre dragon et à lutter pour la tête.",
    },
    seed: "first race",
    options: {},
    bot: "random",
    hints: [
      {
        question: "start",
        text: {
          en: "What you may do now is outlined on the table; the bar below names it. Click a card, then where it goes.",
          fr: "Ce qui est permis est cerclé ; la barre du bas le nomme. Cliquez une carte, puis sa destination.",
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
        question: "start",
        text: {
          en: "Play your hand first: cards give power and movement. Then click a card of the grid in range. What is legal is outlined.",
          fr: "Jouez d'abord votre main : puissance et mouvement. Puis cliquez une carte de la grille à portée. Ce qui est permis est cerclé.",
        },
      },
    ],
  },
};
